import type { OutboxRow } from '../../db/outbox-row.ts'
import { unreachable } from '../../lib/assert.ts'
import { backoffMs } from '../../outbox/backoff.ts'
import { claimed, expired, isDue, isLate, isToSend, released, signedOut, unclaimed } from '../../outbox/settle.ts'
import { retryAfterOf, toOutboxError, type WireFailure } from '../../outbox/wire-failure.ts'
import { probe } from '../probe.ts'
import { attempt, end, type Tried, unlessDone, unlessHeld } from './attempt.ts'
import { isSignedIn, momentOf, stepRow, type Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

/**
 * The result for one row: `settled` lets the next of its line go, `later` makes the line wait, `stop` ends the whole
 * drain.
 */
export type Delivery =
  | { readonly kind: 'settled'; readonly ack: Ack | null }
  | { readonly kind: 'later' }
  | { readonly kind: 'stop'; readonly why: 'signed_out' | 'offline' }

const LATER: Delivery = { kind: 'later' }
const SIGNED_OUT: Delivery = { kind: 'stop', why: 'signed_out' }
/** Failures without a usable answer: the connection itself may be gone. */
const NO_ANSWER: ReadonlySet<WireFailure['kind']> = new Set(['network', 'timeout', 'foreign'])

/** Returns the row to the queue. If the connection itself is gone, the other rows need not be tried. */
async function release(work: Work, row: OutboxRow, failure: WireFailure): Promise<Delivery> {
  const { phone } = work
  const isGone = NO_ANSWER.has(failure.kind) && (await probe(phone)).state === 'offline'
  const at = momentOf(phone)
  // Checking a late row does not count as an attempt, but its answers lengthen the waits: otherwise a provider that
  // lets one request through every few seconds would be asked forever, where an expired token turns each check into two
  // requests.
  const tries = Math.max(row.attempts, row.answers.length)
  const why = {
    error: toOutboxError(failure, at.now),
    waitMs: backoffMs(tries, phone.random, retryAfterOf(failure)),
  }
  await stepRow(work, row.id, (stored) => released(stored, at, why))
  return isGone ? { kind: 'stop', why: 'offline' } : LATER
}

/** `undo`: without a session nothing was done, so the row returns to what was known before. */
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

/**
 * Ends an unclaimed row that is too late to be worth sending. If it was sent before, it may have taken effect, so the
 * provider is asked.
 */
function expire(work: Work, row: OutboxRow): Promise<Tried> {
  const late = () => end(work, row, expired)
  return row.firstSentAt === null ? late() : unlessDone(work, row, () => unlessHeld(work, row, late))
}

/**
 * Delivers one row of lane `queued` once: rereads it, stores the attempt while its driver is signed in, then sends it.
 * A crash at any point leaves a waiting row with the same key.
 */
export async function deliver(work: Work, id: string): Promise<Delivery> {
  const now = work.phone.clock.now()
  let isTooLate = false
  const row = await stepRow(work, id, (stored) => {
    if (!isToSend(stored) || !isDue(stored, now)) return undefined
    // An unsent row counts as no attempt: the driver may show the row as proof.
    isTooLate = isLate(stored, work.phone.heardNow())
    return isTooLate ? stored : claimed(stored, now)
  })
  if (row === undefined) return (await isSignedIn(work)) ? LATER : SIGNED_OUT
  return isTooLate
    ? toDelivery(work, await expire(work, row), { row, undo: signedOut })
    : toDelivery(work, await attempt(work, row), { row, undo: unclaimed })
}
