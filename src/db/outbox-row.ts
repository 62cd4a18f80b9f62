import { type Command, subjectOf } from './command.ts'
import { isQueueable } from '../domain/commands.ts'

/*
 * Both lanes:
 *
 *            +------------- nothing said about its key: no answer, busy, 5xx, not our provider's -------------+
 *            v                                                                                                |
 *   queued --+--> sending ---> done | rejected | expired                                                      |
 *    |  ^            |  +-------------------------------------------------------------------------------------+
 *    |  |            +--> unconfirmed --(the driver's tap)--> sending | discarded, once the provider has promised
 *    |  +-- `now`: typed with no connection; waits for the driver's tap
 *    +-> discarded (never sent)          any -> quarantined (unreadable, another's, our own bug)
 *
 * The drainer sends `queued` when there is a signal, and repeats it until an answer about its key arrives. `now` needs
 * a connection, is sent by the page that asked, and becomes `unconfirmed` as soon as the driver is told that its answer
 * was lost or that it requires a second factor (`lastError.code`: second_factor_required).
 */
export type OutboxState =
  | 'queued'
  | 'sending'
  | 'unconfirmed'
  | 'done'
  | 'rejected'
  | 'expired'
  | 'discarded'
  | 'quarantined'

export type Lane = 'queued' | 'now'

/** Why the last attempt failed, or why the row is not attempted. */
export interface OutboxError {
  readonly kind:
    | 'network'
    | 'timeout'
    | 'foreign'
    | 'unechoed'
    | 'invalid_response'
    | 'signed_out'
    | 'problem'
    /** A success about a different booking or vehicle than the requested one. */
    | 'mismatch'
    | UnreadableReason
  /** Epoch milliseconds. */
  readonly at: number
  /** The remaining fields are set for a `problem` only. */
  readonly code?: string
  readonly detail?: string
  readonly status?: number
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly detail: string }[]
  readonly extra?: Readonly<Record<string, unknown>>
}

export type UnreadableReason = 'corrupt' | 'foreign_owner' | 'newer_version'

/** One entry in the proof that the app tried. */
export interface OutboxAttempt {
  /** Epoch milliseconds. */
  readonly at: number
  readonly network: 'checking' | 'online' | 'slow' | 'offline'
  /** `done`, `found_done`, `expired`, `not_sent`, the kind of an error, or the code of a refusal. */
  readonly outcome: string
}

/** One request by a driver or an attendant's phone. Intent only: no address, no header, no token. */
export interface RequestRow<C extends { readonly kind: string }, Owner extends string> {
  /** UUID version 7; sent as Idempotency-Key. */
  readonly id: string
  /** Order of requests within this database. */
  readonly seq: number
  /** Who made the request: it is sent with their token or not at all. */
  readonly owner: Owner
  readonly lane: Lane
  readonly kind: C['kind']
  /** Its subject, from `subjectOf`. */
  readonly entity: string
  /** Arguments, the state that the driver saw and the limits that they accepted. */
  readonly command: C
  /** Version of this shape. */
  readonly v: 1
  readonly state: OutboxState
  readonly attempts: number
  /** Earliest next attempt, epoch milliseconds. */
  readonly nextAt: number
  /** Set before the first request is sent: from then on the outcome may be unknown. */
  readonly firstSentAt: number | null
  readonly lastError: OutboxError | null
  readonly createdAt: number
  readonly settledAt: number | null
  /** The latest attempts, oldest first. */
  readonly answers: readonly OutboxAttempt[]
  /** The provider has ignored the key before: its current state is checked before the command is resent. */
  readonly reconcile: boolean
  /** A day of attempts without an answer: shown to the driver, and attempted further. */
  readonly stuck: boolean
  /** The provider's id of the booking that it made, for a second tap with the same request. */
  readonly effect?: { readonly kind: 'booking'; readonly id: string } | undefined
}

/** A driver's request. */
export type OutboxRow<C extends Command = Command> = RequestRow<C, OutboxOwner>

export type OutboxOwner = `user:${string}`

export const ownerOf = (userId: string): OutboxOwner => `user:${userId}`

/** Returns the initial fields of every request: queued, never sent. */
export const freshRequest = <Owner extends string>({ id, owner, now }: Asked<Owner>) => ({
  id,
  owner,
  v: 1 as const,
  state: 'queued' as OutboxState,
  attempts: 0,
  nextAt: now,
  firstSentAt: null,
  lastError: null,
  createdAt: now,
  settledAt: null,
  answers: [],
  reconcile: false,
  stuck: false,
})

interface Asked<Owner extends string> {
  readonly id: string
  readonly owner: Owner
  readonly now: number
}

/** Builds a driver's new row. */
export const freshRow = ({
  seq,
  command,
  ...asked
}: Asked<OutboxOwner> & { readonly seq: number; readonly command: Command }): OutboxRow => ({
  ...freshRequest(asked),
  seq,
  lane: isQueueable(command) ? 'queued' : 'now',
  kind: command.kind,
  entity: subjectOf(command),
  command,
})

/** Status of a request for the driver: outcome unknown yet, driver must choose, or settled. */
export type Standing = 'waiting' | 'refused' | 'over'

export const STANDING: Readonly<Record<OutboxState, Standing>> = {
  queued: 'waiting',
  sending: 'waiting',
  unconfirmed: 'waiting',
  done: 'over',
  discarded: 'over',
  rejected: 'refused',
  expired: 'refused',
  quarantined: 'refused',
}

export const statesThatAre = (standing: Standing): readonly OutboxState[] =>
  (Object.keys(STANDING) as OutboxState[]).filter((state) => STANDING[state] === standing)

/** Returns whether the request was typed with no connection and never sent: it waits for the driver to tap again. */
export const isDraft = ({ lane, state }: Pick<OutboxRow, 'lane' | 'state'>): boolean =>
  lane === 'now' && state === 'queued'
