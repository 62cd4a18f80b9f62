import type { OutboxRow } from '../../db/outbox-row.ts'
import { unreachable } from '../../lib/assert.ts'
import { backoffMs } from '../../outbox/backoff.ts'
import { claimed, expired, isDue, isLate, isToSend, released, signedOut, unclaimed } from '../../outbox/settle.ts'
import { retryAfterOf, toOutboxError, type WireFailure } from '../../outbox/wire-failure.ts'
import { probe } from '../probe.ts'
import { attempt, end, type Tried, unlessDone, unlessHeld } from './attempt.ts'
import { isSignedIn, momentOf, stepRow, type Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

/** What became of one row: `settled` and the next of its line may go, `later` and they wait, or the whole drain stops. */
export type Delivery =
  | { readonly kind: 'settled'; readonly ack: Ack | null }
  | { readonly kind: 'later' }
  | { readonly kind: 'stop'; readonly why: 'signed_out' | 'offline' }

const LATER: Delivery = { kind: 'later' }
const SIGNED_OUT: Delivery = { kind: 'stop', why: 'signed_out' }
/** The answers of these say nothing, or nothing was answered: the connection itself may be gone. */
const NO_ANSWER: ReadonlySet<WireFailure['kind']> = new Set(['network', 'timeout', 'foreign'])

/** Back into the queue. Where the connection itself is gone, the others need not try either. */
async function release(work: Work, row: OutboxRow, failure: WireFailure): Promise<Delivery> {
  const { phone } = work
  const isGone = NO_ANSWER.has(failure.kind) && (await probe(phone)).state === 'offline'
  const at = momentOf(phone)
  // A question about a late row counts as no try of it. Its answers make the waits longer all the same: else a provider that lets one
  // request through every few seconds would be asked for ever, where an expired token makes two of each question.
  const tries = Math.max(row.attempts, row.answers.length)
  const why = {
    error: toOutboxError(failure, at.now),
    waitMs: backoffMs(tries, phone.random, retryAfterOf(failure)),
  }
  await stepRow(work, row.id, (stored) => released(stored, at, why))
  return isGone ? { kind: 'stop', why: 'offline' } : LATER
}

/** `undo`: without a session nothing was done, and what was known of the row before is all that is known. */
async function toDelivery(work: Work, tried: Tried, { row, undo }: { row: OutboxRow; undo: typeof unclaimed }) {
  switch (tried.kind) {
    case 'done':
      return tried.isOwn ? ({ kind: 'settled', ack: tried.ack } as const) : SIGNED_OUT
    case 'ended':
      return { kind: 'settled', ack: null } as const
    case 'again':
      return release(work, row, tried.failure)
    case 'signed_out': {
      const at = momentOf(work.phone)
      await stepRow(work, row.id, (stored) => undo(stored, at))
      return SIGNED_OUT
    }
    default:
      return unreachable(tried)
  }
}

/** Too late to be worth anything, and not claimed. A row that was sent before may have had its effect: the provider is asked. */
function expire(work: Work, row: OutboxRow): Promise<Tried> {
  const late = () => end(work, row, expired)
  return row.firstSentAt === null ? late() : unlessDone(work, row, () => unlessHeld(work, row, late))
}

/**
 * One row of lane `queued`, once: it is read again and the try is stored, while its driver is signed in; then it is sent. A crash
 * anywhere leaves a row that waits, with the same key.
 */
export async function deliver(work: Work, id: string): Promise<Delivery> {
  const now = work.phone.clock.now()
  let isTooLate = false
  const row = await stepRow(work, id, (stored) => {
    if (!isToSend(stored) || !isDue(stored, now)) return undefined
    // What is not sent counts as no try: the driver may show the row as proof.
    isTooLate = isLate(stored, work.phone.heardNow())
    return isTooLate ? stored : claimed(stored, now)
  })
  if (row === undefined) return (await isSignedIn(work)) ? LATER : SIGNED_OUT
  return isTooLate
    ? toDelivery(work, await expire(work, row), { row, undo: signedOut })
    : toDelivery(work, await attempt(work, row), { row, undo: unclaimed })
}
