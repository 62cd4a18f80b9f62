import type { Queryable } from '../db/database.ts'
import { storeAnswer } from './idempotency.ts'

/**
 * A code or link of a mail counts once. A phone whose answer was lost sends the same again under the same Idempotency-Key, and is told
 * what it was not told before. What is kept is the time of use, never the answer, which may hold tokens.
 */
export interface UsedCode {
  /** What the code was for, and whose it was. */
  readonly scope: string
  /** Undefined: the phone sent none, and a second time is a second time. */
  readonly key: string | undefined
  /** A keyed hash of the code and of all that was sent with it. */
  readonly hash: string
}

export async function rememberUse(tx: Queryable, { scope, key, hash }: UsedCode, nowMs: number): Promise<void> {
  if (key === undefined) return
  await storeAnswer(tx, { scope, key, fingerprint: hash }, { status: 200, body: String(nowMs), nowMs })
}

/** Whether this is the request again that used the code less than `validMs` ago. */
export async function wasUsedBy(
  tx: Queryable,
  { scope, key, hash }: UsedCode,
  at: { readonly nowMs: number; readonly validMs: number },
): Promise<boolean> {
  if (key === undefined) return false
  const [before] = await tx.query<{ body: string; fingerprint: string }>(
    'select body, fingerprint from idempotency_keys where scope = $1 and key = $2',
    [scope, key],
  )
  return before?.fingerprint === hash && at.nowMs - Number(before.body) < at.validMs
}
