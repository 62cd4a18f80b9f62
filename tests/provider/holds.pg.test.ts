import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf } from './support/accounts.ts'
import { byGateway } from './support/test-checkout.ts'
import { createDriver, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

/** Holds a space while a gateway payment is open, in a park with many spaces. */
async function hold(
  plate: string,
  given: { readonly parkId?: number; readonly fromMinutes?: number } = {},
): Promise<Response> {
  const parkId = given.parkId ?? (await insertTestPark(provider.deps.db, { capacity: 50 })).id
  return postBooking(provider, driver, { ...given, parkId, changes: { ...byGateway, plate } })
}

const heldPlates = async (): Promise<readonly string[]> => {
  const rows = await provider.deps.db.query<{ plate: string }>(
    `select plate from bookings where user_id = $1 and status = 'active' and hold_until is not null order by created_at, plate`,
    [driver.userId],
  )
  return rows.map(({ plate }) => plate)
}

test('a driver keeps three unpaid spaces at most, also when many are asked for at once', async () => {
  const parks: number[] = []
  for (let count = 0; count < 6; count += 1) parks.push((await insertTestPark(provider.deps.db, { capacity: 50 })).id)
  const answers = await Promise.all(parks.map((parkId) => hold(`A${String(parkId)}`, { parkId })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
  expect(await codeOf(await hold('A7'))).toBe('too_many_holds')
  expect(await heldPlates()).toHaveLength(3)
})

test('a hold that has run out counts no more', async () => {
  for (const plate of ['B1', 'B2', 'B3']) expect((await hold(plate)).status).toBe(201)
  provider.clock.advance(16 * 60_000)
  expect((await hold('B4')).status).toBe(201)
})

test('the same plate at the same time is kept in one park: the later choice takes the place of the earlier', async () => {
  expect((await hold('C1')).status).toBe(201)
  expect((await hold('C1')).status).toBe(201)
  expect((await hold('C1', { fromMinutes: 600 })).status).toBe(201)
  expect(await heldPlates()).toEqual(['C1', 'C1'])
})

test('payments that are started for bookings count with those for top-ups: ten a minute', async () => {
  const limited = await startTestProvider({ config: { requestsPerMinute: { perAddress: 0, perUser: 600 } } })
  try {
    const busy = await createDriver(limited)
    const { id: parkId } = await insertTestPark(limited.deps.db, { capacity: 50 })
    const start = () => postBooking(limited, busy, { parkId, changes: byGateway })
    const answers: number[] = []
    for (let count = 0; count < 10; count += 1) answers.push((await start()).status)
    expect(new Set(answers)).toEqual(new Set([201]))
    expect((await start()).status).toBe(429)
    const body = { amount: 1_000, currency: 'CAD' }
    const topUp = { token: await busy.token(), key: newKey(), body }
    expect((await limited.request('POST', '/api/v1/wallet/add-funds', topUp)).status).toBe(429)
    expect((await postBooking(limited, busy, { parkId, fromMinutes: 300 })).status).toBe(201)
  } finally {
    await limited.close()
  }
})
