import type { OutboxError, UnreadableReason } from '../db/outbox-row.ts'

/** Why a command did not succeed: the same shape as the client's errors, which this layer does not import. */
export type WireFailure =
  | { readonly kind: Exclude<OutboxError['kind'], 'problem' | UnreadableReason> }
  | {
      readonly kind: 'problem'
      readonly status: number
      readonly code: string
      readonly detail: string
      readonly fields: NonNullable<OutboxError['fields']>
      readonly extra: Readonly<Record<string, unknown>>
      readonly retryAfterMs: number | null
      /** An answer about the key: other requests sent under it have no effect either. */
      readonly isReplayed?: true
    }

/**
 * Returns how long the provider, or a proxy before it, asked to be left alone, milliseconds; null when it did not say.
 */
export const retryAfterOf = (failure: object): number | null =>
  'retryAfterMs' in failure && typeof failure.retryAfterMs === 'number' ? failure.retryAfterMs : null

export function toOutboxError(failure: WireFailure, at: number): OutboxError {
  if (failure.kind !== 'problem') return { kind: failure.kind, at }
  const { kind, status, code, detail, fields, extra } = failure
  return { kind, at, status, code, detail, fields, extra }
}
