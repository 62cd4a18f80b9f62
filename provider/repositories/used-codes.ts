import type { Queryable } from '../db/database.ts'
import { storeAnswer } from './idempotency.ts'

/**
 * A code or link from an email is valid once. A phone that lost the answer repeats the request with the same
 * Idempotency-Key and gets the outcome again. Only the time of use is stored, never the answer, which may contain
 * tokens.
 */
export interface UsedCode {
  /** Purpose and owner of the code. */
  readonly scope: string
  /** Undefined when the phone sent no key; a repeated request then counts as a second use. */
  readonly key: string | undefined
  /** Keyed hash of the code and everything sent with it. */
  readonly hash: string
}

export async function rememberUse(tx: Queryable, { scope, key, hash }: UsedCode, nowMs: number): Promise<void> {
  if (key === undefined) return
  await storeAnswer(tx, { scope, key, fingerprint: hash }, { status: 200, body: String(nowMs), nowMs })
}

/** Whether this repeats the request that used the code less than `validMs` ago. */
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
