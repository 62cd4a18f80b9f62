import { expect } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import { type Difference, reconcile, sumLedger } from '../../../provider/repositories/ledger.ts'
import type { TestClock, TestProvider } from './test-provider.ts'

/** Ends a test file that moves money: every account is the sum of its entries, and all accounts add up to zero. */
export async function closeBalanced(provider: TestProvider): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  await provider.close()
}

/** Moves the clock to a whole minute, at which stays start. */
export const goToWholeMinute = (clock: TestClock): void => clock.set(Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS)

/** Refunds that were claimed and never reached the gateway. */
const NEVER_ORDERED = `
  select r.reference from payment_refunds r
   where r.state = 'sent' and r.reference = any($1)
     and not exists (select from sandbox_backs b where b.order_key = r.withdrawal_id || ':' || r.reference)`

/**
 * Works as `reconcile`, but ignores refunds that a crash interrupted between claim and order. No job sends those again,
 * so they are listed for a person to examine; they are the only difference that a crash may leave.
 */
export async function reconcileAfterCrashes({ deps: { db } }: TestProvider): Promise<readonly Difference[]> {
  const differences = await reconcile(db)
  const unended = differences.filter(({ check }) => check === 'refund of a payment has an end')
  const rows = await db.query<{ reference: string }>(NEVER_ORDERED, [unended.map(({ subject }) => subject)])
  const never = new Set(rows.map(({ reference }) => reference))
  return differences.filter((one) => !unended.includes(one) || !never.has(one.subject))
}
