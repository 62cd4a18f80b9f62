import { unreachable } from '../lib/assert.ts'
import type { WireFailure } from './wire-failure.ts'

export type Verdict =
  /** The same key again later. */
  | 'transient'
  /** Stop, and keep everything until this driver has signed in again. */
  | 'signed_out'
  /** The provider's row is not as the driver saw it: ask what holds, then done or refused. */
  | 'conflict'
  /** Our own bug: the key was used for something else. */
  | 'reused'
  | 'refused'

const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429])
/** After these the row may be gone, changed, or already as wanted. */
const CONFLICT: ReadonlySet<number> = new Set([403, 404, 409, 422])

function classifyProblem({ status, code }: Extract<WireFailure, { kind: 'problem' }>): Verdict {
  if (code === 'idempotency_in_progress' || status >= 500 || TRANSIENT.has(status)) return 'transient'
  if (code === 'idempotency_key_reused') return 'reused'
  if (status === 401) return 'signed_out'
  // Reading would be refused as well, so there is nothing to find out.
  if (code === 'account_disabled') return 'refused'
  return CONFLICT.has(status) ? 'conflict' : 'refused'
}

/** What an answer means for the row that was sent. */
export function classify(failure: WireFailure): Verdict {
  switch (failure.kind) {
    case 'network':
    case 'timeout':
    case 'foreign':
    case 'unechoed':
    case 'invalid_response':
    case 'mismatch':
      return 'transient'
    case 'signed_out':
      return 'signed_out'
    case 'problem':
      return classifyProblem(failure)
    default:
      return unreachable(failure)
  }
}
