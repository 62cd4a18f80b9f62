import type { StorageReason } from '../lib/storage-trouble.ts'

/** Why an action did not happen, as screens need to tell it apart. */
export type ActionError =
  /** The probe failed: nothing was sent. */
  | { readonly kind: 'offline' }
  /** No answer in time; safe to try again. */
  | { readonly kind: 'timeout' }
  /** A request was sent and its answer lost: shown as not confirmed, never sent again by itself. */
  | { readonly kind: 'outcome_unknown'; readonly requestId: string }
  /** A request that is too old to be asked for: the lists show what there is. */
  | { readonly kind: 'too_old' }
  | { readonly kind: 'signed_out' }
  /** Another tab, asleep say, held the same thing all the time that this one waited: nothing happened. */
  | { readonly kind: 'busy_elsewhere' }
  /** 'Invalid response from server'. */
  | { readonly kind: 'invalid_response' }
  /** What is kept on this phone cannot be read or written, and without it nothing is sent: nothing happened. */
  | { readonly kind: 'storage'; readonly reason: StorageReason }
  /** As many commands wait as the phone keeps. */
  | { readonly kind: 'outbox_full' }
  /** The phone has no room: nothing was kept, nothing will be sent. */
  | { readonly kind: 'not_saved' }
  /** The browser keeps nothing and the provider cannot be reached: there is nowhere to wait. Nothing was kept. */
  | { readonly kind: 'not_kept' }
  /** An earlier change of the same thing was sent and not answered yet; this one would build on a guess. */
  | { readonly kind: 'unknown_outcome_ahead' }
  | ActionRefusal

export interface ActionRefusal {
  readonly kind: 'refused'
  /** Known codes: `domain/error-codes`. */
  readonly code: string
  /** The provider's words, in the driver's language: for codes that this release does not know. */
  readonly detail: string
  readonly fields?: readonly { readonly field: string; readonly code: string; readonly detail: string }[]
  /** When the provider says how long to wait before another try. */
  readonly retryAfterMs?: number
  /** See `refusal-extra`. */
  readonly extra: Readonly<Record<string, unknown>>
}
