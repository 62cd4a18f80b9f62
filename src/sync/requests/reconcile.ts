import type { OutboxRow } from '../../db/outbox-row.ts'
import { isDraft, readOwnOutbox, waitingOf } from '../../outbox/read.ts'
import { isStale } from '../../outbox/same-request.ts'
import { discarded, expired, isKeyForgotten, unconfirmed } from '../../outbox/settle.ts'
import type { AppContext } from '../app-context.ts'
import { attempt, byFate, end, refuse, type Tried, unlessDone, unlessHeld } from './attempt.ts'
import { queuedWork, type Work } from './row-steps.ts'
import { subjectLock } from './send-now.ts'

const ENDED: Tried = { kind: 'ended', failure: null }

/** Marks a request whose page died while sending as unconfirmed. */
const tellLost = async (work: Work, row: OutboxRow): Promise<Tried> =>
  row.state === 'sending' ? end(work, row, (stored, at) => unconfirmed(stored, at, null)) : ENDED

function settle(work: Work, row: OutboxRow): Promise<Tried> {
  const now = work.phone.clock.now()
  if (isKeyForgotten(row, now)) return attempt(work, row)
  return byFate(work, row, {
    how: 'ask',
    async undone(fate) {
      if (fate.state === 'in_progress') return ENDED
      if (fate.state === 'withdrawn') {
        const { refusal } = fate
        if (refusal !== undefined) return refuse(work, row, { failure: refusal, isLost: false })
        return end(work, row, (stored, at) => discarded(stored, at.now))
      }
      // A payment that cannot be continued is over, once it is certain that it never begins.
      return isStale(row, now)
        ? unlessDone(work, row, () => end(work, row, expired))
        : unlessHeld(work, row, () => tellLost(work, row))
    },
  })
}

/**
 * Runs at start, and when a money page opens, over requests of lane `now` whose page died before the answer, or whose
 * driver was told that it was lost. What the provider has carried out is done; the rest is `unconfirmed` and shown.
 * Nothing is resent automatically: only the driver knows whether they still want it. Returns false when a check could
 * not be made.
 */
export async function reconcile(phone: AppContext, userId: string): Promise<boolean> {
  const work = queuedWork(phone, userId)
  let isAsked = true
  for (const row of waitingOf((await readOwnOutbox(phone.dbs, userId)) ?? [])) {
    if (row.lane !== 'now' || isDraft(row)) continue
    // Another tab is sending it at this moment.
    if (await phone.locks.isHeld(subjectLock(row.entity))) continue
    const { kind } = await settle(work, row)
    if (kind === 'signed_out') return false
    // One undetermined request must not hide the others.
    if (kind === 'again') isAsked = false
  }
  return isAsked
}
