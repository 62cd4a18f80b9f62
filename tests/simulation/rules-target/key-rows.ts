import type { IdempotentCall, KeyAt, RequestState, StoredAnswer } from '../../../provider/repositories/idempotency.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { releaseHold } from './held-bookings.ts'
import type { Memory, StoredPayment } from './memory.ts'
import type { Part } from './rows.ts'

export const keyOf = ({ scope, key }: Pick<IdempotentCall, 'scope' | 'key'>): string => `${scope} ${key}`

/**
 * Returns the answer stored under the call's key; `reused` when a different request stored it, `withdrawn` when the key
 * was given up.
 */
export function findStored({ keys }: Memory, call: IdempotentCall): StoredAnswer | 'reused' | 'withdrawn' | undefined {
  const row = keys.find(keyOf(call))
  if (row === undefined) return undefined
  if (row.withdrawn) return 'withdrawn'
  return row.fingerprint === call.fingerprint ? { status: row.status, body: row.body } : 'reused'
}

/** Throws when the key is taken. */
export function storeOnce(
  { keys }: Memory,
  { scope, key, fingerprint }: IdempotentCall,
  { status, body, nowMs }: StoredAnswer & { readonly nowMs: number },
): void {
  keys.insert(keyOf({ scope, key }), { scope, key, fingerprint, status, body, createdMs: nowMs, withdrawn: false })
}

const USER_SCOPE = 'user:'

/** Finds a payment whose start is asking its gateway, outside any transaction; its lease marks it as in progress. */
const findStarted = ({ payments }: Memory, { scope, key }: KeyAt): StoredPayment | undefined =>
  payments
    .all()
    .find((row) => `${USER_SCOPE}${row.user_id}` === scope && row.idempotency_key === key && row.state === 'created')

const isLeased = (row: StoredPayment | undefined, nowMs: number): boolean => (row?.lease_until ?? 0) > nowMs

function lookAt(memory: Memory, key: KeyAt): RequestState {
  const row = memory.keys.find(keyOf(key))
  if (row === undefined) return { state: isLeased(findStarted(memory, key), key.nowMs) ? 'in_progress' : 'unknown' }
  if (row.withdrawn) return { state: 'withdrawn' }
  const state = row.status < 400 ? 'done' : 'refused'
  return { state, answer: { status: row.status, body: row.body }, fingerprint: row.fingerprint }
}

/** Fails a start that died before its gateway answered, and releases its held space. */
function endStarted(memory: Memory, key: KeyAt): void {
  const payment = findStarted(memory, key)
  if (payment === undefined) return
  memory.payments.update(payment.reference, {
    ...{ state: 'failed', reason: 'cancelled', lease_until: null, next_check_at: null },
    settled_at: toInstant(key.nowMs),
  })
  if (payment.booking_id !== null)
    releaseHold(memory, payment.booking_id, { reason: 'payment_failed', nowMs: key.nowMs })
}

type KeyStatements = 'beginIdempotent' | 'storeAnswer' | 'lookAtRequest' | 'withdrawRequest' | 'refuseRequest'

/** Only rows: the store decides who may ask about a key, and whether a twin is in progress. */
export const keyRows: Part<KeyStatements> = (memory) => ({
  beginIdempotent(call) {
    const known = findStored(memory, call)
    if (known === undefined) return { state: 'new' }
    return typeof known === 'string' ? { state: known } : { state: 'replay', answer: known }
  },
  storeAnswer: (call, answer) => storeOnce(memory, call, answer),
  lookAtRequest: (key) => lookAt(memory, key),
  withdrawRequest(key) {
    const before = lookAt(memory, key)
    if (before.state !== 'unknown') return before
    endStarted(memory, key)
    const { scope, nowMs } = key
    const row = { scope, key: key.key, fingerprint: '', status: 409, body: '', createdMs: nowMs, withdrawn: true }
    memory.keys.insert(keyOf(key), row)
    return { state: 'withdrawn' }
  },
  refuseRequest(call, answer) {
    const key = { scope: call.scope, key: call.key, nowMs: answer.nowMs }
    const before = lookAt(memory, key)
    if (before.state !== 'unknown' || findStarted(memory, key) !== undefined) return before
    storeOnce(memory, call, answer)
    return lookAt(memory, key)
  },
})
