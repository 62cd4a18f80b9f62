import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'

/** What the database knows of a presented refresh token. Times are epoch milliseconds. */
export interface RefreshTokenFacts {
  readonly revoked: boolean
  readonly expiresMs: number
  readonly usedMs: number | null
  /** Idempotency-Key with which it was used. */
  readonly usedKey: string | null
  /** True when the token that followed it was itself used. */
  readonly successorUsed: boolean
}

/** How long a sign-in stands for the password, before what would outlast it: a thief of an open session must not add a way in. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

export const isFreshSignIn = (signedInMs: number, nowMs: number): boolean => nowMs - signedInMs < FRESH_SIGN_IN_MS

export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'expired' | 'revoked'

/** How long a lost answer can be asked for again. */
export const REPEAT_MS = DAY_MS

/*
 * A refresh token's life:
 *
 *   fresh --key k--> used by k --key k, within 24 h, successor unused--> the same successor again
 *                       |
 *                       +--another key, or later, or successor used--> reuse: the whole family is revoked
 *
 * An answer lost in a basement signs nobody out; a copied token ends the thief's session together with the driver's.
 */
export function judgeRefresh(token: RefreshTokenFacts, key: string, nowMs: number): RefreshVerdict {
  if (token.revoked) return 'revoked'
  if (token.usedMs === null) return token.expiresMs <= nowMs ? 'expired' : 'rotate'
  const isRepeat = token.usedKey === key && !token.successorUsed && nowMs - token.usedMs < REPEAT_MS
  return isRepeat ? 'repeat' : 'reuse'
}
