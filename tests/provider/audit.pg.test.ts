import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { reconcileAll } from '../../provider/cli/reconcile.ts'
import { readBacklog } from '../../provider/repositories/backlog.ts'
import { assignReceipts, auditLedger } from '../../provider/repositories/ledger.ts'
import { createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  const park = await insertTestPark(provider.deps.db, { capacity: 50 })
  for (let count = 1; count <= 5; count += 1)
    await mustBook(provider, driver, { parkId: park.id, fromMinutes: count * 200 })
})
afterAll(() => provider.close())

/** Adds other postings, so that the ones booked before are not among the newest. */
const fill = (): Promise<unknown> =>
  provider.database.owner.query(
    `with added as (insert into postings (key, kind, currency, created_at)
       select 'fill:' || gen_random_uuid(), 'adjustment', 'CAD', now() from generate_series(1, 1100) returning posting_id)
     insert into entries (posting_id, account, amount_minor)
     select posting_id, account, minor from added cross join (values ('fees', 1), ('tax', -1)) as e (account, minor)`,
  )

/**
 * Audits all but the newest thousand postings; an open transaction in any database of the server holds the audit back,
 * so this waits.
 */
async function audit(): Promise<number> {
  const { db } = provider.deps
  await vi.waitFor(
    async () => {
      await assignReceipts(db, { nowMs: provider.clock.now() })
      const [left] = await db.query<{ left: number }>(
        `select (select max(posting_id) from postings) - settled_id as left from ledger_marks where name = 'receipts'`,
      )
      expect(left?.left).toBe(1_000)
    },
    { timeout: 50_000, interval: 100 },
  )
  let read = 0
  for (let now = await auditLedger(db); now > 0; now = await auditLedger(db)) read += now
  return read
}

const figure = async (name: string): Promise<number | undefined> =>
  (await readBacklog(provider.deps.db, provider.clock.now()))[`baywise_ledger_${name}`]

/** Bypasses the provider and its triggers, as anyone with access to the server could. */
const tamper = async (sql: string): Promise<void> => {
  await provider.database.owner.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
}

test('what adds up is read once, and nothing is found', async () => {
  await fill()
  expect(await audit()).toBeGreaterThan(5)
  expect(await audit()).toBe(0)
  expect(await figure('differences')).toBe(0)
  expect(await figure('unaudited_postings')).toBeGreaterThanOrEqual(1_000)
})

test.each([
  [
    'a posting that does not sum to zero',
    `with added as (insert into postings (key, kind, currency, created_at) values ('lopsided', 'adjustment', 'CAD', now()) returning posting_id)
     insert into entries (posting_id, account, amount_minor)
     select posting_id, account, minor from added cross join (values ('fees', 5), ('tax', -1)) as e (account, minor)`,
    `delete from entries where posting_id = (select posting_id from postings where key = 'lopsided'); delete from postings where key = 'lopsided'`,
  ],
  [
    'a posting without entries',
    `insert into postings (key, kind, currency, created_at) values ('bare', 'adjustment', 'CAD', now())`,
    `delete from postings where key = 'bare'`,
  ],
])('%s is counted, until a reconciliation finds nothing any more', async (_what, harm, mend) => {
  await tamper(harm)
  await fill()
  await audit()
  expect(await figure('differences')).toBe(1)
  const { deps } = provider
  expect((await reconcileAll(deps.db, deps)).isSound).toBe(false)
  expect(await figure('differences')).toBe(1)
  await tamper(mend)
  expect((await reconcileAll(deps.db, deps)).isSound).toBe(true)
  expect(await figure('differences')).toBe(0)
})

test('a wallet whose balance was written by hand is counted with its next movement', async () => {
  await tamper(`update wallets set balance_minor = balance_minor + 100`)
  const park = await insertTestPark(provider.deps.db, { capacity: 50 })
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 2_000 })
  await fill()
  await audit()
  expect(await figure('differences')).toBe(1)
})
