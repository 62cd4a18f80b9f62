import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { createDriver, postBooking, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const TRIES = 200
/** Only the C$0.50 service fee, so that a hundred bookings fit into the welcome credit. */
const FREE_TARIFF_TOTAL = 50

let provider: TestProvider
let drivers: readonly [TestDriver, TestDriver]

beforeAll(async () => {
  provider = await startTestProvider()
  drivers = [await createDriver(provider), await createDriver(provider)]
})
afterAll(() => provider.close())

test('two clients book the last space at once, 200 times: exactly one wins each time, and the ledger sums to zero', async () => {
  const park = await insertTestPark(provider.deps.db, { capacity: 1 })
  await provider.deps.db.query(
    `update park_tariffs set tariff = jsonb_set(tariff, '{free_first_minutes}', '10000') where park_id = $1`,
    [park.id],
  )
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stay = {
      parkId: park.id,
      fromMinutes: 60 + attempt * 30,
      minutes: 30,
      changes: { quoted_total: FREE_TARIFF_TOTAL },
    }
    const statuses = await Promise.all(
      drivers.map((driver) => postBooking(provider, driver, stay).then((answer) => answer.status)),
    )
    expect(statuses.toSorted(), `try ${String(attempt)}`).toEqual([201, 409])
    // The winner alternates by chance, so both are topped up and money never decides the race.
    if (attempt % 50 === 49) await topUp()
  }
  expect(await sumLedger(provider.deps.db)).toBe(0)
  expect(await reconcile(provider.deps.db)).toEqual([])
})

async function topUp(): Promise<void> {
  const now = new Date()
  for (const { userId } of drivers) {
    await provider.deps.db.query(
      `select post_to_wallet(wallet_id, 5000, array['promo'], array[-5000::bigint], 'test:' || wallet_id || $2, 'adjustment', null, null, $3)
         from wallets where user_id = $1`,
      [userId, String(now.getTime()), now],
    )
  }
}

test('many clients at once never exceed the capacity', async () => {
  const park = await insertTestPark(provider.deps.db, { capacity: 3 })
  const many = await Promise.all(Array.from({ length: 20 }, () => createDriver(provider)))
  const statuses = await Promise.all(
    many.map((driver) => postBooking(provider, driver, { parkId: park.id }).then((answer) => answer.status)),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 409)).toHaveLength(17)
})

test('two bookings of one wallet at once never take it below zero', async () => {
  const park = await insertTestPark(provider.deps.db, { capacity: 100 })
  const [driver] = [await createDriver(provider)]
  const statuses = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      postBooking(provider, driver, { parkId: park.id, fromMinutes: 60 + index, minutes: 600 }).then(
        ({ status }) => status,
      ),
    ),
  )
  // C$100.00 pays C$10.50 nine times.
  expect(statuses.filter((status) => status === 201)).toHaveLength(9)
  expect(await reconcile(provider.deps.db)).toEqual([])
})

test('the ledger refuses what does not sum to zero, and any change, even to its owner', async () => {
  const { database } = provider
  const { db } = database
  await expect(
    db.query(
      `select post_to_wallet(wallet_id, 5, array['promo'], array[-4::bigint], 'test:unbalanced', 'adjustment', null, null, now()) from wallets limit 1`,
    ),
  ).rejects.toThrow('does not sum to zero')
  await expect(database.owner.query('update entries set amount_minor = 1')).rejects.toThrow('append only')
  await expect(database.owner.query('delete from postings')).rejects.toThrow('append only')
  await expect(
    db.query(
      `select post_to_wallet(wallet_id, -999999, array['promo'], array[999999::bigint], 'test:below', 'adjustment', null, null, now()) from wallets limit 1`,
    ),
  ).rejects.toThrow('balance_minor')
})
