import { unreachable } from '../lib/assert.ts'

/** Why an answer is missing or unusable. A refusal by the provider is `problem`. */
export type ApiError =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  /**
   * An answer from something other than our provider, such as a captive portal or a proxy. Proves nothing about the
   * request.
   */
  | { readonly kind: 'foreign'; readonly status: number; readonly retryAfterMs?: number }
  /**
   * A success in the agreed shape that does not echo our key: the provider ignores keys. Check before sending again.
   */
  | { readonly kind: 'unechoed'; readonly status: number }
  /** From the provider, but not in the agreed shape: 'Invalid response from server'. */
  | { readonly kind: 'invalid_response'; readonly status: number }
  /** No session, or one that cannot be refreshed. */
  | { readonly kind: 'signed_out' }
  | ApiProblem

export interface ApiProblem {
  readonly kind: 'problem'
  readonly status: number
  readonly code: string
  /** Fit to show, in the requested language. */
  readonly detail: string
  readonly fields: readonly FieldRefusal[]
  /** Members beyond RFC 9457's, such as the alternatives of a full park. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | null
  /** Replayed from the provider's record under our key: the request was refused for good, and never has an effect. */
  readonly isReplayed?: true
}

export interface FieldRefusal {
  readonly field: string
  readonly code: string
  readonly detail: string
}

/** Returns whether the request may have taken effect, or still may: only the same key may be sent again. */
export function isOutcomeUnknown(error: ApiError): boolean {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'foreign':
    case 'unechoed':
    case 'invalid_response':
      return true
    case 'signed_out':
      return false
    case 'problem':
      return error.status >= 500 || error.status === 408 || error.code === 'idempotency_in_progress'
    default:
      return unreachable(error)
  }
}
