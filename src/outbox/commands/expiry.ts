import type { OutboxRow } from '../../db/outbox-row.ts'
import { isKeyForgotten } from '../settle.ts'

/** Why a request ended without an answer. Only `too_old` may have been carried out. */
export type Expiry =
  /** The end of the stay and its grace had passed before the request could be sent. */
  | 'grace_over'
  /** A payment that can no longer be continued; the provider has promised not to start it. */
  | 'not_started'
  /** The browser has evicted the picture. */
  | 'picture_gone'
  /** The provider has forgotten the key, and its lists do not show the request's effect. */
  | 'too_old'

/** What `expiryOf` reads of a row; `command` is null when the row cannot be read. */
export type ExpiredRow = Pick<OutboxRow, 'firstSentAt' | 'settledAt'> & {
  readonly command: { readonly kind: string } | null
}

/** Returns why the row is `expired`. */
export function expiryOf({ command, firstSentAt, settledAt }: ExpiredRow): Expiry {
  if (isKeyForgotten({ firstSentAt }, settledAt ?? 0)) return 'too_old'
  if (command?.kind === 'booking.extend') return 'grace_over'
  return command?.kind === 'document.upload' ? 'picture_gone' : 'not_started'
}
