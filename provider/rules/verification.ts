import { timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '../../src/domain/instant.ts'

export const CODE_VALID_MS = 15 * MINUTE_MS
export const CODE_TRIES = 5
export const RESET_VALID_MS = 60 * MINUTE_MS

export interface StoredCode {
  readonly codeHash: string
  readonly expiresMs: number
  /** Wrong codes entered so far. */
  readonly wrongTries: number
}

export type CodeVerdict = 'right' | 'wrong' | 'expired'

export const isSameHash = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * After 5 wrong tries even the right code is refused. `expired` is returned only for the right code: a guess learns
 * nothing about the address, not even that a code was sent to it.
 */
export function judgeCode(stored: StoredCode | undefined, codeHash: string, nowMs: number): CodeVerdict {
  if (stored === undefined || stored.wrongTries >= CODE_TRIES || !isSameHash(stored.codeHash, codeHash)) return 'wrong'
  return stored.expiresMs <= nowMs ? 'expired' : 'right'
}
