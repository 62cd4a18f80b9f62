import { unreachable } from '../lib/assert.ts'

/** Why an answer did not come or cannot be used. A refusal by the provider is `problem`. */
export type ApiError =
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout' }
  /** An answer, but not from our provider: a captive portal, a proxy's page. Nothing may be concluded from it. */
  | { readonly kind: 'foreign'; readonly status: number; readonly retryAfterMs?: number }
  /** A success in the agreed shape that does not echo our key: a provider that ignores keys. Ask before sending again. */
  | { readonly kind: 'unechoed'; readonly status: number }
  /** From the provider, but not in the agreed shape: 'Invalid response from server'. */
  | { readonly kind: 'invalid_response'; readonly status: number }
  /** No session, or one that cannot be refreshed any more. */
  | { readonly kind: 'signed_out' }
  | ApiProblem

export interface ApiProblem {
  readonly kind: 'problem'
  readonly status: number
  readonly code: string
  /** Fit to show, in the language asked for. */
  readonly detail: string
  readonly fields: readonly FieldRefusal[]
  /** Members beyond RFC 9457's, such as the alternatives of a full park. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | null
  /** Given again from what the provider keeps under our key: the request was refused for good, and never has an effect. */
  readonly isReplayed?: true
}

export interface FieldRefusal {
  readonly field: string
  readonly code: string
  readonly detail: string
}

/** True where the request may have had its effect, or may yet: only the same key may be sent again. */
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
