import type { OutboxAttempt, OutboxError, OutboxRow } from '../db/outbox-row.ts'
import { DAY_MS } from '../domain/instant.ts'
import { LONGEST_WAIT_MS } from './backoff.ts'

/** The steps of a row's life. Pure: whoever calls them owns the transaction and the time. */

const ANSWERS_KEPT = 20

export const isWaiting = ({ state }: OutboxRow): boolean => state === 'queued' || state === 'sending'

/** A wait beyond any of ours was written by a clock that has jumped back since: it is over. */
export const isDue = ({ nextAt }: OutboxRow, now: number): boolean => nextAt <= now || nextAt - now > LONGEST_WAIT_MS

type Network = OutboxAttempt['network']

/** When, and over what kind of connection. */
export interface Moment {
  readonly now: number
  readonly network: Network
}

const withAnswer = (row: OutboxRow, { now, network }: Moment, outcome: string): OutboxRow => ({
  ...row,
  answers: [...row.answers, { at: now, network, outcome }].slice(-ANSWERS_KEPT),
})

/** Before the request leaves: from now on the outcome may be unknown. */
export const claimed = (row: OutboxRow, now: number): OutboxRow => ({
  ...row,
  state: 'sending',
  attempts: row.attempts + 1,
  firstSentAt: row.firstSentAt ?? now,
})

/** No use of the answer: the same again later. */
export function released(row: OutboxRow, at: Moment, why: { error: OutboxError; waitMs: number }): OutboxRow {
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

/** Without a session the provider did nothing: what was known of the row before is all that is known. */
export const signedOut = (row: OutboxRow, at: Moment): OutboxRow => ({
  ...withAnswer(row, at, 'signed_out'),
  state: 'queued',
  lastError: { kind: 'signed_out', at: at.now },
})

/** As `signedOut`, where a claim came before: it is taken back. */
export const unclaimed = (row: OutboxRow, at: Moment): OutboxRow => ({
  ...signedOut(row, at),
  attempts: row.attempts - 1,
  firstSentAt: row.attempts === 1 ? null : row.firstSentAt,
})

/** Nothing was sent: no try is counted. Said once, until something else happens. */
export function heldBack(row: OutboxRow, at: Moment): OutboxRow {
  const state = 'queued'
  return row.answers.at(-1)?.outcome === 'not_sent' ? { ...row, state } : { ...withAnswer(row, at, 'not_sent'), state }
}

const settled = (row: OutboxRow, now: number): OutboxRow => ({ ...row, settledAt: now, stuck: false })

/** `found_done`: the goal already held when the provider was asked. */
export const done = (row: OutboxRow, at: Moment, how: 'done' | 'found_done' = 'done'): OutboxRow => ({
  ...settled(withAnswer(row, at, how), at.now),
  state: 'done',
  lastError: null,
})

export const rejected = (row: OutboxRow, at: Moment, error: OutboxError): OutboxRow => ({
  ...settled(withAnswer(row, at, error.code ?? error.kind), at.now),
  state: 'rejected',
  lastError: error,
})

export const quarantined = (row: OutboxRow, at: Moment, error: OutboxError): OutboxRow => ({
  ...rejected(row, at, error),
  state: 'quarantined',
})

export const expired = (row: OutboxRow, at: Moment): OutboxRow => ({
  ...settled(withAnswer(row, at, 'expired'), at.now),
  state: 'expired',
})

export const discarded = (row: OutboxRow, now: number): OutboxRow => ({
  ...settled(row, now),
  state: 'discarded',
})

/** Last moment at which the command is worth sending, epoch milliseconds; null: always. */
export const notAfterOf = ({ command }: OutboxRow): number | null =>
  command.kind === 'booking.extend' ? Date.parse(command.notAfter) : null
