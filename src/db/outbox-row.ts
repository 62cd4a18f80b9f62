import type { CommandKind, EntityKey, QueueableCommand } from '../domain/commands.ts'

/*
 *            +------------ transient: no answer, busy, 5xx, not our provider's --------+
 *            v                                                                         |
 * queued -> sending -> done | rejected | expired                                       |
 *    |          +----------------------------------------------------------------------+
 *    +-> discarded (by the driver)          any -> quarantined (unreadable, another's, our own bug)
 */
export type OutboxState = 'queued' | 'sending' | 'done' | 'rejected' | 'expired' | 'discarded' | 'quarantined'

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

/** A command that the driver asked for. Intent only: no address, no header, no token. */
export interface OutboxRow {
  /** UUID version 7; sent as Idempotency-Key. */
  readonly id: string
  /** Order of asking within this database. */
  readonly seq: number
  readonly owner: OutboxOwner
  readonly kind: CommandKind
  readonly entity: EntityKey
  /** Arguments, the base that the driver saw and the limits that they accepted. */
  readonly command: QueueableCommand
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
}

export type OutboxOwner = `user:${string}`

export const ownerOf = (userId: string): OutboxOwner => `user:${userId}`
