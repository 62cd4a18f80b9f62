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
 * `queued` is sent by the drainer when there is a signal, and again until something is said about its key. `now` needs a connection, is
 * sent by the page that asked, and is `unconfirmed` from the moment the driver was told that its answer was lost, or that it takes a second
 * factor (`lastError.code`: second_factor_required).
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

/** Why the last try did not succeed, or why the row is not tried. */
export interface OutboxError {
  readonly kind:
    | 'network'
    | 'timeout'
    | 'foreign'
    | 'unechoed'
    | 'invalid_response'
    | 'signed_out'
    | 'problem'
    /** A success about another booking or vehicle than the one asked for. */
    | 'mismatch'
    | UnreadableReason
  /** Epoch milliseconds. */
  readonly at: number
  /** The rest only of a `problem`. */
  readonly code?: string
  readonly detail?: string
  readonly status?: number
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly detail: string }[]
  readonly extra?: Readonly<Record<string, unknown>>
}

export type UnreadableReason = 'corrupt' | 'foreign_owner' | 'newer_version'

/** One line of the proof that the app tried. */
export interface OutboxAttempt {
  /** Epoch milliseconds. */
  readonly at: number
  readonly network: 'checking' | 'online' | 'slow' | 'offline'
  /** `done`, `found_done`, `expired`, `not_sent`, the kind of an error, or the code of a refusal. */
  readonly outcome: string
}

/** One request, of whoever may ask for something. Intent only: no address, no header, no token. */
export interface RequestRow<C extends { readonly kind: string }, Owner extends string> {
  /** UUID version 7; sent as Idempotency-Key. */
  readonly id: string
  /** Order of asking within this database. */
  readonly seq: number
  /** Who tapped: it is sent with their token or not at all. */
  readonly owner: Owner
  readonly lane: Lane
  readonly kind: C['kind']
  /** What it is about, from `subjectOf`. */
  readonly entity: string
  /** Arguments, the base that the driver saw and the limits that they accepted. */
  readonly command: C
  /** Version of this shape. */
  readonly v: 1
  readonly state: OutboxState
  readonly attempts: number
  /** Not sent again before, epoch milliseconds. */
  readonly nextAt: number
  /** Set before the first request leaves: from then on the outcome may be unknown. */
  readonly firstSentAt: number | null
  readonly lastError: OutboxError | null
  readonly createdAt: number
  readonly settledAt: number | null
  /** The latest, oldest first. */
  readonly answers: readonly OutboxAttempt[]
  /** The provider was seen to ignore the key: it is asked what holds before the command is sent again. */
  readonly reconcile: boolean
  /** A day of tries without an answer: shown, and tried on. */
  readonly stuck: boolean
  /** The booking that it made, by the provider's name, for a second tap for the same. */
  readonly effect?: { readonly kind: 'booking'; readonly id: string } | undefined
}

/** A driver's request. */
export type OutboxRow<C extends Command = Command> = RequestRow<C, OutboxOwner>

export type OutboxOwner = `user:${string}`

export const ownerOf = (userId: string): OutboxOwner => `user:${userId}`

/** How every request begins: asked for, and never sent. */
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

/** A driver's. */
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

/** How a request stands: nobody knows yet, the driver's choice is wanted, or nothing more comes of it. */
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

/** Typed with no connection and never sent: nothing happens before the driver taps again. */
export const isDraft = ({ lane, state }: Pick<OutboxRow, 'lane' | 'state'>): boolean =>
  lane === 'now' && state === 'queued'
