import type { ApiError } from '../../api/api-error.ts'
import type { Fate } from '../../api/keyed-call.ts'
import { clientAs } from '../../api/client.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import { findScanPicture } from '../../db/read/scan-picture.ts'
import { unreachable } from '../../lib/assert.ts'
import type { Result } from '../../lib/result.ts'
import { outcomeOf } from '../../outbox/outcomes.ts'
import { expired, isKeyForgotten, type Moment, quarantined, rejected, unconfirmed } from '../../outbox/settle.ts'
import { toOutboxError, type WireFailure } from '../../outbox/wire-failure.ts'
import { acknowledge, isAbout } from './acknowledge.ts'
import { findHeld } from './find-held.ts'
import { momentOf, stepRow, type Work } from './row-steps.ts'
import { type Ack, toCall } from './to-call.ts'

/** The result of one attempt. After `again` and `signed_out` the request still waits; its lane decides what follows. */
export type Tried =
  /** `isOwn` is false when its driver is signed out and nothing was stored. */
  | { readonly kind: 'done'; readonly ack: Ack; readonly isOwn: boolean }
  | { readonly kind: 'ended'; readonly failure: WireFailure | null }
  | { readonly kind: 'again'; readonly failure: WireFailure }
  | { readonly kind: 'signed_out' }

const AT_WORK: WireFailure = {
  kind: 'problem',
  status: 409,
  code: 'idempotency_in_progress',
  detail: '',
  fields: [],
  extra: {},
  retryAfterMs: null,
}

/** After these refusals the phone's rows may be outdated: the row is gone, changed, or already as requested. */
const MAY_BE_HELD: ReadonlySet<number> = new Set([403, 404, 409, 422])

/** Asks the provider about the key; `giveUp` makes it promise never to carry out what it has not done yet. */
export const fateOf = (work: Work, row: OutboxRow, how: 'ask' | 'giveUp'): Promise<Result<Fate<Ack>, ApiError>> =>
  toCall(row.command)[how](clientAs(work.phone.client, work.userId), row.id)

async function noteDone(
  work: Work,
  row: OutboxRow,
  found: { readonly ack: Ack; readonly how: 'done' | 'found_done' },
): Promise<Tried> {
  return { kind: 'done', ack: found.ack, isOwn: (await work.note(acknowledge(work, row, found))) !== false }
}

/** An unanswered check reveals nothing about the request, which stays. */
const toWaiting = (error: ApiError): Tried =>
  outcomeOf(error, true) === 'signed_out' ? { kind: 'signed_out' } : { kind: 'again', failure: error }

/** Ends a request that still waits. */
export async function end(
  work: Work,
  { id }: OutboxRow,
  as: (row: OutboxRow, at: Moment) => OutboxRow,
): Promise<Tried> {
  const at = momentOf(work.phone)
  await work.note(stepRow(work, id, (stored) => as(stored, at)))
  return { kind: 'ended', failure: null }
}

/** Like `end`, and returns the failure for a caller that reports it. With `unconfirmed` only this attempt is over. */
export async function endFor(
  work: Work,
  row: OutboxRow,
  { as, failure }: { readonly as: typeof rejected | typeof unconfirmed; readonly failure: WireFailure },
): Promise<Tried> {
  await end(work, row, (stored, at) => as(stored, at, toOutboxError(failure, at.now)))
  return { kind: 'ended', failure }
}

/** Marks the request done when the provider's lists show the requested state; otherwise runs `otherwise`. */
export async function unlessHeld(work: Work, row: OutboxRow, otherwise: () => Promise<Tried>): Promise<Tried> {
  const held = await findHeld(work, row)
  if (!held.ok) return toWaiting(held.error)
  return held.value === undefined ? otherwise() : noteDone(work, row, { ack: held.value, how: 'found_done' })
}

type Undone = Exclude<Fate<Ack>, { readonly state: 'done' }>

/** Marks the request done when the provider has carried it out under its key; otherwise the caller decides. */
export async function byFate(
  work: Work,
  row: OutboxRow,
  { how, undone }: { readonly how: 'ask' | 'giveUp'; readonly undone: (fate: Undone) => Promise<Tried> },
): Promise<Tried> {
  const fate = await fateOf(work, row, how)
  if (!fate.ok) return toWaiting(fate.error)
  const { value } = fate
  return value.state === 'done' ? noteDone(work, row, { ack: value.value, how: 'found_done' }) : undone(value)
}

/**
 * Ends a sent request only once the provider has said what it did under the key, or has promised to do nothing. The key
 * is checked before the lists, which may show another phone's work, or lack this phone's.
 */
export const unlessDone = (work: Work, row: OutboxRow, otherwise: () => Promise<Tried>): Promise<Tried> =>
  byFate(work, row, {
    how: 'giveUp',
    undone: async ({ state }) => (state === 'withdrawn' ? otherwise() : { kind: 'again', failure: AT_WORK }),
  })

/**
 * The provider has forgotten the key, so a repeat would be a second request. Only the lists remain, and they may not
 * show it (money, for example): that does not mean that it was not done.
 */
export const settleForgotten = (work: Work, row: OutboxRow): Promise<Tried> =>
  unlessHeld(work, row, () => end(work, row, expired))

/** `isLost`: there were earlier attempts, none of them answered. */
export function refuse(
  work: Work,
  row: OutboxRow,
  { failure, isLost }: { readonly failure: WireFailure; readonly isLost: boolean },
): Promise<Tried> {
  const reject = () => endFor(work, row, { as: rejected, failure })
  const mayBeHeld = failure.kind === 'problem' && MAY_BE_HELD.has(failure.status) && failure.code !== 'account_disabled'
  const look = () => (mayBeHeld ? unlessHeld(work, row, reject) : reject())
  const isAboutKey = failure.kind === 'problem' && failure.isReplayed === true
  return isLost && !isAboutKey ? unlessDone(work, row, look) : look()
}

async function settleFailure(work: Work, row: OutboxRow, failure: WireFailure): Promise<Tried> {
  // More than one attempt means that the earlier ones were not answered.
  const isLost = row.attempts > 1
  const outcome = outcomeOf(failure, isLost)
  switch (outcome) {
    case 'again':
      return { kind: 'again', failure }
    case 'signed_out':
      return { kind: 'signed_out' }
    case 'look':
      // Stored first: if the lists do not answer either, they are checked again before the next attempt is sent.
      await work.note(stepRow(work, row.id, (stored) => ({ ...stored, reconcile: true })))
      return unlessHeld(work, { ...row, reconcile: true }, () => Promise.resolve({ kind: 'again', failure }))
    case 'refused':
      return refuse(work, row, { failure, isLost })
    case 'confirm':
      if (row.lane === 'queued') return refuse(work, row, { failure, isLost })
      return endFor(work, row, { as: unconfirmed, failure })
    case 'set_aside':
      work.phone.log.error('a key was used for two requests', { kind: row.kind })
      return endFor(work, row, { as: quarantined, failure })
    default:
      return unreachable(outcome)
  }
}

async function send(work: Work, row: OutboxRow): Promise<Tried> {
  const { phone, userId } = work
  const { command } = row
  const picture = command.kind === 'document.upload' ? await findScanPicture(phone.dbs, userId, command) : undefined
  // The browser has evicted the picture, so there is nothing to send.
  if (picture === null) return end(work, row, expired)
  const sent = await toCall(command, picture).send(clientAs(phone.client, userId), row.id)
  if (!sent.ok) return settleFailure(work, row, sent.error)
  if (!isAbout(sent.value, row)) return settleFailure(work, row, { kind: 'mismatch' })
  return noteDone(work, row, { ack: sent.value, how: 'done' })
}

/** Makes one attempt at a claimed request, in either lane. */
export function attempt(work: Work, row: OutboxRow): Promise<Tried> {
  if (isKeyForgotten(row, work.phone.clock.now())) return settleForgotten(work, row)
  return row.reconcile ? unlessHeld(work, row, () => send(work, row)) : send(work, row)
}
