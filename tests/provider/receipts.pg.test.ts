import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { must } from '../../src/lib/assert.ts'
import { createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 500 })
})
afterAll(() => provider.close())

const assign = (): Promise<number> => assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })

let minutes = 0
const book = async (): Promise<void> => {
  minutes += 200
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: minutes })
}

async function settledId(): Promise<number> {
  const [row] = await provider.deps.db.query<{ settled: number }>(
    `select settled_id as settled from ledger_marks where name = 'receipts'`,
  )
  return must(row, 'a mark').settled
}

/**
 * Runs the job until its mark passes `id`; an open transaction in any database of the server holds the mark back, so
 * this waits.
 */
const untilBeyond = (id: number): Promise<void> =>
  vi.waitFor(
    async () => {
      await assign()
      expect(await settledId()).toBeGreaterThan(id)
    },
    { timeout: 50_000, interval: 100 },
  )

/** Adds more postings than the job always re-reads. */
const fill = (): Promise<unknown> =>
  provider.database.owner.query(
    `with added as (insert into postings (key, kind, currency, created_at)
       select 'fill:' || gen_random_uuid(), 'adjustment', 'CAD', now() from generate_series(1, 1100) returning posting_id)
     insert into entries (posting_id, account, amount_minor)
     select posting_id, account, minor from added cross join (values ('fees', 1), ('tax', -1)) as e (account, minor)`,
  )

/** Charges in a transaction that stays open. */
async function chargeSlowly(client: pg.PoolClient): Promise<void> {
  await client.query('begin')
  await client.query(
    `insert into postings (key, kind, currency, booking_id, created_at)
     select 'extension:' || booking_id || ':9', 'extension', 'CAD', booking_id, now() from bookings limit 1`,
  )
  await client.query(
    `insert into entries (posting_id, account, amount_minor)
     select currval(pg_get_serial_sequence('postings', 'posting_id')), account, minor from (values ('fees', 1), ('tax', -1)) as e (account, minor)`,
  )
}

test('what has its number is not read again', async () => {
  await book()
  expect(await assign()).toBe(1)
  await fill()
  await untilBeyond(0)
  const settled = await settledId()
  await book()
  expect(await assign()).toBe(1)
  await fill()
  await untilBeyond(settled)
})

test('a charge that commits long after thousands of others has its number all the same', async () => {
  const client = await provider.deps.db.pool.connect()
  await chargeSlowly(client)
  const before = await settledId()
  for (let round = 0; round < 4; round += 1) {
    await fill()
    expect(await assign()).toBe(0)
  }
  expect(await settledId()).toBeLessThan(before + 2_500)
  await client.query('commit')
  client.release()
  expect(await assign()).toBe(1)
  await untilBeyond(before + 3_500)
})

test('in a database that was put back on a server with fewer transactions behind it, the mark goes on', async () => {
  await provider.database.owner.query(`update ledger_marks set horizon_xid = '9000000000000'`)
  await fill()
  const before = await settledId()
  await untilBeyond(before)
  await book()
  expect(await assign()).toBe(1)
})
