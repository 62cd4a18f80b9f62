import { type OutboxAttempt, type OutboxError, type OutboxRow, type RequestRow, STANDING } from '../db/outbox-row.ts'
import { DAY_MS } from '../domain/instant.ts'
import { MAX_WAIT_MS } from './backoff.ts'

/** The steps of a row's life. Pure: the caller supplies the transaction and the time. */

const ANSWERS_KEPT = 20

/** A driver's or an attendant's row. */
type Row = RequestRow<{ readonly kind: string }, string>

export const isWaiting = ({ state }: Pick<OutboxRow, 'state'>): boolean => STANDING[state] === 'waiting'

/** Returns whether the drainer sends it; other waiting rows are resent by the driver. */
export const isToSend = (row: Pick<Row, 'lane' | 'state'>): boolean =>
  row.lane === 'queued' && (row.state === 'queued' || row.state === 'sending')

/**
 * The provider keeps a key for 30 days; three fewer allow for a clock that is days off. After that a repeat would be a
 * second request.
 */
const KEY_LIFE_MS = 27 * DAY_MS

export const isKeyForgotten = ({ firstSentAt }: Pick<Row, 'firstSentAt'>, now: number): boolean =>
  firstSentAt !== null && now - firstSentAt > KEY_LIFE_MS

/** A wait that began in the future, or exceeds any of ours, was written before the clock jumped back: it is over. */
export const isDue = (
  { nextAt, createdAt, answers }: Pick<Row, 'nextAt' | 'createdAt' | 'answers'>,
  now: number,
): boolean => nextAt <= now || (answers.at(-1)?.at ?? createdAt) > now || nextAt - now > MAX_WAIT_MS

/** The time and the kind of connection. */
export interface Moment {
  readonly now: number
  readonly network: OutboxAttempt['network']
}

const withAnswer = <R extends Row>(row: R, { now, network }: Moment, outcome: string): R => ({
  ...row,
  answers: [...row.answers, { at: now, network, outcome }].slice(-ANSWERS_KEPT),
})

/** Applied before the request is sent: from then on the outcome may be unknown. */
export const claimed = <R extends Row>(row: R, now: number): R => ({
  ...row,
  state: 'sending',
  attempts: row.attempts + 1,
  firstSentAt: row.firstSentAt ?? now,
})

/** The answer was no use: the same request is repeated later. */
export function released<R extends Row>(row: R, at: Moment, why: { error: OutboxError; waitMs: number }): R {
  const { error, waitMs } = why
  return {
    ...withAnswer(row, at, error.code ?? error.kind),
    state: 'queued',
    nextAt: at.now + waitMs,
    lastError: error,
    reconcile: row.reconcile || error.kind === 'unechoed',
    stuck: row.stuck || at.now - (row.firstSentAt ?? at.now) >= DAY_MS,
  }
}

/** The driver was told that the answer was lost: from then on only they resend it. */
export const unconfirmed = <R extends Row>(row: R, at: Moment, error: OutboxError | null): R => ({
  ...(error === null ? row : withAnswer(row, at, error.code ?? error.kind)),
  state: 'unconfirmed',
  lastError: error ?? row.lastError,
  reconcile: row.reconcile || error?.kind === 'unechoed',
})

/** Without a session the provider did nothing, so nothing new is known about the row. */
export const signedOut = <R extends Row>(row: R, at: Moment): R => ({
  ...withAnswer(row, at, 'signed_out'),
  state: 'queued',
  lastError: { kind: 'signed_out', at: at.now },
})

/** Like `signedOut`, and undoes the claim made before. */
export const unclaimed = <R extends Row>(row: R, at: Moment): R => ({
  ...signedOut(row, at),
  attempts: row.attempts - 1,
  firstSentAt: row.attempts === 1 ? null : row.firstSentAt,
})

/** Nothing was sent, so no attempt is counted. Recorded once, until something else happens. */
export function heldBack<R extends Row>(row: R, at: Moment): R {
  const state = 'queued'
  return row.answers.at(-1)?.outcome === 'not_sent' ? { ...row, state } : { ...withAnswer(row, at, 'not_sent'), state }
}

const settled = <R extends Row>(row: R, now: number): R => ({ ...row, settledAt: now, stuck: false })

/** `found_done`: the requested state already held when the provider was checked. */
export const done = <R extends Row>(
  row: R,
  at: Moment,
  { how = 'done', effect }: { readonly how?: 'done' | 'found_done'; readonly effect?: OutboxRow['effect'] } = {},
): R => ({
  ...settled(withAnswer(row, at, how), at.now),
  state: 'done',
  lastError: null,
  ...(effect === undefined ? {} : { effect }),
})

export const rejected = <R extends Row>(row: R, at: Moment, error: OutboxError): R => ({
  ...settled(withAnswer(row, at, error.code ?? error.kind), at.now),
  state: 'rejected',
  lastError: error,
})

export const quarantined = <R extends Row>(row: R, at: Moment, error: OutboxError): R => ({
  ...rejected(row, at, error),
  state: 'quarantined',
})

export const expired = <R extends Row>(row: R, at: Moment): R => ({
  ...settled(withAnswer(row, at, 'expired'), at.now),
  state: 'expired',
})

export const discarded = <R extends Row>(row: R, now: number): R => ({
  ...settled(row, now),
  state: 'discarded',
})

/**
 * Returns whether the command is too late to be worth sending, by the provider's time, which decides there; epoch
 * milliseconds. When that is null (unknown), the command is sent.
 */
export const isLate = ({ command }: OutboxRow, heardNow: number | null): boolean =>
  command.kind === 'booking.extend' && heardNow !== null && heardNow > Date.parse(command.notAfter)
