import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import { findSession } from '../../db/read/session.ts'
import { unreachable } from '../../lib/assert.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { backoffMs } from '../../outbox/backoff.ts'
import { classify } from '../../outbox/classify.ts'
import {
  claimed,
  done,
  expired,
  isDue,
  notAfterOf,
  quarantined,
  rejected,
  released,
  signedOut,
  unclaimed,
} from '../../outbox/settle.ts'
import { toOutboxError, type WireFailure } from '../../outbox/wire-failure.ts'
import { probe } from '../probe.ts'
import { findDone } from '../push/find-done.ts'
import { type Ack, sendWrite } from '../push/send-write.ts'
import { acknowledgeRow, isAboutRow } from './acknowledge-row.ts'
import { type Drain, momentOf, stepRow, whileWaiting } from './row-steps.ts'

/** What became of one row: `settled` and the next of its entity may go, `later` and they wait, or the whole drain stops. */
export type Delivery =
  | { readonly kind: 'settled'; readonly ack: Ack | null }
  | { readonly kind: 'later' }
  | { readonly kind: 'stop'; readonly why: 'signed_out' | 'offline' }

const LATER: Delivery = { kind: 'later' }
const SETTLED: Delivery = { kind: 'settled', ack: null }
const SIGNED_OUT: Delivery = { kind: 'stop', why: 'signed_out' }
/** The answers of these say nothing, or nothing was answered: the connection itself may be gone. */
const NO_ANSWER: ReadonlySet<WireFailure['kind']> = new Set(['network', 'timeout', 'foreign'])

async function isSignedIn({ phone, userId }: Drain): Promise<boolean> {
  const session = await findSession(phone.dbs)
  return session !== undefined && session.live && session.user.user_id === userId
}

/** Asks, by reading, whether what the command wants holds already. */
export function askDone({ phone, userId }: Drain, row: OutboxRow): Promise<Result<Ack | undefined, ApiError>> {
  const { id, command: write, createdAt } = row
  const own = { ...phone, client: clientAs(phone.client, userId) }
  return findDone(own, userId, { id, write, state: 'unknown', createdAt })
}

export async function settleDone(
  drain: Drain,
  row: OutboxRow,
  found: { readonly ack: Ack; readonly how: 'done' | 'found_done' },
): Promise<Delivery> {
  const at = momentOf(drain.phone)
  const change = whileWaiting(drain, (stored) => done(stored, at, found.how))
  const isOwn = await acknowledgeRow(drain.phone, drain.userId, { ack: found.ack, outbox: { id: row.id, change } })
  return isOwn ? { kind: 'settled', ack: found.ack } : SIGNED_OUT
}

/** Back into the queue. Where the connection itself is gone, the others need not try either. */
async function release(drain: Drain, row: OutboxRow, failure: WireFailure): Promise<Delivery> {
  const { phone } = drain
  const isGone = NO_ANSWER.has(failure.kind) && (await probe(phone)).state === 'offline'
  const at = momentOf(phone)
  const retryAfterMs = failure.kind === 'problem' ? failure.retryAfterMs : null
  const why = { error: toOutboxError(failure, at.now), waitMs: backoffMs(row.attempts, phone.random, retryAfterMs) }
  await stepRow(drain, row.id, (stored) => released(stored, at, why))
  return isGone ? { kind: 'stop', why: 'offline' } : LATER
}

async function settle(
  drain: Drain,
  row: OutboxRow,
  end: { readonly as: typeof rejected; readonly failure: WireFailure },
): Promise<Delivery> {
  const at = momentOf(drain.phone)
  await stepRow(drain, row.id, (stored) => end.as(stored, at, toOutboxError(end.failure, at.now)))
  return SETTLED
}

async function pause(drain: Drain, row: OutboxRow, undo: typeof unclaimed): Promise<Delivery> {
  const at = momentOf(drain.phone)
  await stepRow(drain, row.id, (stored) => undo(stored, at))
  return SIGNED_OUT
}

/** Done when the provider holds what was wanted; `otherwise` when it does not; later when it cannot be asked: `undo`. */
async function askFirst(
  drain: Drain,
  row: OutboxRow,
  { otherwise, undo = unclaimed }: { readonly otherwise: () => Promise<Delivery>; readonly undo?: typeof unclaimed },
): Promise<Delivery> {
  const held = await askDone(drain, row)
  if (held.ok)
    return held.value === undefined ? otherwise() : settleDone(drain, row, { ack: held.value, how: 'found_done' })
  // A refused reading tells nothing about the command: it stays.
  return classify(held.error) === 'signed_out' ? pause(drain, row, undo) : release(drain, row, held.error)
}

function settleFailure(drain: Drain, row: OutboxRow, failure: WireFailure): Promise<Delivery> {
  const verdict = classify(failure)
  switch (verdict) {
    case 'transient':
      return release(drain, row, failure)
    case 'signed_out':
      return pause(drain, row, unclaimed)
    case 'conflict':
      return askFirst(drain, row, { otherwise: () => settle(drain, row, { as: rejected, failure }) })
    case 'reused':
      drain.phone.log.error('a key was used for two commands', { kind: row.kind })
      return settle(drain, row, { as: quarantined, failure })
    case 'refused':
      return settle(drain, row, { as: rejected, failure })
    default:
      return unreachable(verdict)
  }
}

async function send(drain: Drain, row: OutboxRow): Promise<Delivery> {
  const { id, command: write, createdAt } = row
  const client = clientAs(drain.phone.client, drain.userId)
  const sent = await sendWrite(client, { id, write, state: 'sending', createdAt })
  const answer: Result<Ack, WireFailure> =
    sent.ok && !isAboutRow(sent.value, row) ? err({ kind: 'mismatch' }) : sent.ok ? ok(sent.value) : sent
  if (answer.ok) return settleDone(drain, row, { ack: answer.value, how: 'done' })
  const { error } = answer
  // It may have taken effect at a provider that knows no keys: what it holds now tells.
  if (error.kind === 'unechoed') return askFirst(drain, row, { otherwise: () => release(drain, row, error) })
  return settleFailure(drain, row, error)
}

/** Too late to be worth anything, and not claimed. A row that was sent before may have had its effect: the provider is asked. */
async function expire(drain: Drain, row: OutboxRow): Promise<Delivery> {
  const end = async (): Promise<Delivery> => {
    const at = momentOf(drain.phone)
    await stepRow(drain, row.id, (stored) => expired(stored, at))
    return SETTLED
  }
  return row.firstSentAt === null ? end() : askFirst(drain, row, { otherwise: end, undo: signedOut })
}

/** By the time of the provider, who refuses by it. */
function isLate({ phone }: Drain, row: OutboxRow): boolean {
  const notAfter = notAfterOf(row)
  return notAfter !== null && phone.providerNow() > notAfter
}

/**
 * One row, once: the session and the row are read again, the try is stored, then sent. A crash anywhere leaves a row that
 * waits, with the same key.
 */
export async function deliver(drain: Drain, id: string): Promise<Delivery> {
  const { phone } = drain
  if (!(await isSignedIn(drain))) return SIGNED_OUT
  const now = phone.clock.now()
  let isTooLate = false
  const row = await stepRow(drain, id, (stored) => {
    if (!isDue(stored, now)) return undefined
    // What is not sent counts as no try: the driver may show the row as proof.
    isTooLate = isLate(drain, stored)
    return isTooLate ? stored : claimed(stored, now)
  })
  if (row === undefined) return LATER
  if (isTooLate) return expire(drain, row)
  return row.reconcile ? askFirst(drain, row, { otherwise: () => send(drain, row) }) : send(drain, row)
}
