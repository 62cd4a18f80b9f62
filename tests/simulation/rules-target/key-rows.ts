import type { IdempotentCall, StoredAnswer } from '../../../provider/repositories/idempotency.ts'
import type { Memory } from './memory.ts'
import type { Part } from './rows.ts'

export const keyOf = ({ scope, key }: Pick<IdempotentCall, 'scope' | 'key'>): string => `${scope} ${key}`

/** The answer stored under the call's key, `reused` when another request stored it. */
export function findStored({ keys }: Memory, call: IdempotentCall): StoredAnswer | 'reused' | undefined {
  const row = keys.find(keyOf(call))
  if (row === undefined) return undefined
  return row.fingerprint === call.fingerprint ? { status: row.status, body: row.body } : 'reused'
}

/** Throws when the key is taken. */
export function storeOnce({ keys }: Memory, call: IdempotentCall, { status, body }: StoredAnswer): void {
  keys.insert(keyOf(call), { scope: call.scope, key: call.key, fingerprint: call.fingerprint, status, body })
}

/** Who may ask about a key, and whether a twin is in progress, is the store's business: these only look. */
export const keyRows: Part<'beginIdempotent' | 'storeAnswer' | 'findAnswer'> = (memory) => ({
  beginIdempotent(call) {
    const known = findStored(memory, call)
    if (known === undefined) return { state: 'new' }
    return known === 'reused' ? { state: 'reused' } : { state: 'replay', answer: known }
  },
  storeAnswer: (call, answer) => storeOnce(memory, call, answer),
  findAnswer(scope, key) {
    const row = memory.keys.find(keyOf({ scope, key }))
    return row === undefined ? undefined : { status: row.status, body: row.body, fingerprint: row.fingerprint }
  },
})
