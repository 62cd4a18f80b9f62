import { unreachable } from '../../lib/assert.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { readOwnRow } from '../../outbox/read.ts'
import { discarded, isKeyForgotten, isWaiting } from '../../outbox/settle.ts'
import type { WireFailure } from '../../outbox/wire-failure.ts'
import { drainLock } from '../drain.ts'
import type { AppContext } from '../app-context.ts'
import { end, settleForgotten, unlessDone, unlessHeld } from './attempt.ts'
import { queuedWork } from './row-steps.ts'
import { subjectLock } from './send-now.ts'

/**
 * Gives up a sent request with an unknown outcome while no tab on this phone sends it: the provider promises that it
 * will not happen, or reports that it has. `was_done`: the result is in the mirror. `too_old`: the outcome cannot be
 * determined; it is not sent again.
 */
export async function giveUp(
  phone: AppContext,
  userId: string,
  id: string,
): Promise<Result<'discarded' | 'was_done' | 'too_old', WireFailure>> {
  const find = async () => {
    const row = await readOwnRow(phone.dbs, userId, id)
    return row && isWaiting(row) ? row : undefined
  }
  const known = await find()
  if (known === undefined) return ok('was_done')
  const lock = known.lane === 'queued' ? drainLock(userId) : subjectLock(known.entity)
  return phone.locks.run(lock, async () => {
    const row = await find()
    if (row === undefined) return ok('was_done')
    const work = queuedWork(phone, userId)
    const drop = () => end(work, row, (stored, { now }) => discarded(stored, now))
    // An answer that did not echo the key may have lost it on the way, or come from a provider that ignores keys, so
    // the lists must show nothing of it either.
    const unlessListed = () => unlessHeld(work, row, drop)
    const isForgotten = isKeyForgotten(row, phone.clock.now())
    const tried = await (isForgotten
      ? settleForgotten(work, row)
      : unlessDone(work, row, row.reconcile ? unlessListed : drop))
    switch (tried.kind) {
      case 'done':
        return ok('was_done')
      case 'ended':
        return ok(isForgotten ? 'too_old' : 'discarded')
      case 'again':
        return err(tried.failure)
      case 'signed_out':
        return err({ kind: 'signed_out' })
      default:
        return unreachable(tried)
    }
  })
}
