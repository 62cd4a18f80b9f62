import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { forgetOldKeys } from '../../../provider/repositories/idempotency.ts'
import { settleDuePayments } from '../../../provider/services/payments-verify.ts'
import { payWithdrawals } from '../../../provider/services/refunds.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import { nextForgettingMs } from './common-statements.ts'
import type { Memory } from './memory.ts'

/** Runs one round of those jobs whose effects a driver can notice. */
export async function runJobs(deps: ProviderDeps): Promise<void> {
  await settleDuePayments(deps)
  await payWithdrawals(deps)
  await forgetOldKeys(deps.db, deps.clock.now())
}

/** How long a withdrawal can be cancelled. */
const UNDO_MS = 10 * MINUTE_MS

/** When the next of these jobs is due; undefined when nothing is pending. */
export function nextJobMs(memory: Memory): number | undefined {
  const { payments, bookings, withdrawals } = memory
  const times = [
    ...payments.all().map((row) => row.next_check_at),
    ...bookings.filter(({ status }) => status === 'active').map((row) => row.hold_until),
    ...withdrawals.filter(({ state }) => state === 'requested').map((row) => row.created_at + UNDO_MS),
    nextForgettingMs(memory) ?? null,
  ].filter((time) => time !== null)
  return times.length === 0 ? undefined : Math.min(...times)
}
