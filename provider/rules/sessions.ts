import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'

/** What the database knows about a presented refresh token. Times are epoch milliseconds. */
export interface RefreshTokenFacts {
  readonly revoked: boolean
  readonly expiresMs: number
  readonly usedMs: number | null
  /** The Idempotency-Key it was used with. */
  readonly usedKey: string | null
  /** True when the token issued in exchange was itself used. */
  readonly successorUsed: boolean
}

/**
 * How long a sign-in counts as a password check before a change that would outlast the session: the thief of an open
 * session must not be able to add a way in.
 */
export const FRESH_SIGN_IN_MS = 10 * MINUTE_MS

export const isFreshSignIn = (signedInMs: number, nowMs: number): boolean => nowMs - signedInMs < FRESH_SIGN_IN_MS

export type RefreshVerdict = 'rotate' | 'repeat' | 'reuse' | 'expired' | 'revoked'

/** How long a lost answer can be requested again. */
export const REPEAT_MS = DAY_MS

/*
 * A refresh token's life:
 *
 *   fresh --key k--> used by k --key k, within 24 h, successor unused--> the same successor again
 *                       |
 *                       +--another key, or later, or successor used--> reuse: the whole family is revoked
 *
 * An answer lost in a basement does not sign the driver out; a copied token ends the thief's session and the driver's.
 */
export function judgeRefresh(token: RefreshTokenFacts, key: string, nowMs: number): RefreshVerdict {
  if (token.revoked) return 'revoked'
  if (token.usedMs === null) return token.expiresMs <= nowMs ? 'expired' : 'rotate'
  const isRepeat = token.usedKey === key && !token.successorUsed && nowMs - token.usedMs < REPEAT_MS
  return isRepeat ? 'repeat' : 'reuse'
}
