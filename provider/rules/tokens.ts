import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import { toUserId, type UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'

export const ACCESS_TOKEN_SECONDS = 15 * 60
export const REFRESH_TOKEN_MS = 30 * DAY_MS

const ISSUER = 'baywise-provider'
const AUDIENCE = 'baywise-app'
const SECRET_BYTES = 32

/** Makes a random 256-bit secret, base64url: refresh tokens, reset tokens, the key that signs access tokens. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Six digits, uniformly random. */
export const makeEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The stored form of a secret. A secret has 256 random bits, so a plain hash cannot be reversed by guessing. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The stored form of a short code: a keyed hash, since trying a million codes takes no time. */
export const hashCode = (key: string, code: string): string => createHmac('sha256', key).update(code).digest('hex')

/**
 * Derives the refresh token that replaces `token` for one Idempotency-Key. `nonce` is 256 random bits stored next to
 * the old token's hash, so that the same successor can be issued again without ever storing a token itself.
 */
export const deriveSuccessor = (nonce: string, token: string, key: string): string =>
  createHmac('sha256', nonce).update(`${token}\n${key}`).digest('base64url')

export type AccessTokenError = 'token_invalid' | 'token_expired'

export interface Bearer {
  readonly userId: UserId
  /** The user's session; the token is valid only as long as the session is. */
  readonly sessionId: string
}

export interface AccessTokens {
  /** Signs a JWT for the user and their session, valid for 15 minutes. */
  sign(userId: UserId, sessionId: string): Promise<string>
  verify(token: string): Promise<Result<Bearer, AccessTokenError>>
}

/** The key id of tokens that name none. */
export const FIRST_KID = 'first'

export interface AccessKey {
  readonly kid: string
  /** base64url. */
  readonly secret: string
  /** When tokens signed with this key stop being accepted, epoch milliseconds. Null for the key that signs. */
  readonly endsMs: number | null
}

export interface AccessKeys {
  /** The key that signs. */
  current(): Promise<AccessKey>
  /** Undefined unless a key has this id, or had it within the last day. */
  find(kid: string): Promise<AccessKey | undefined>
}

const bytesOf = ({ secret }: AccessKey): Uint8Array => Buffer.from(secret, 'base64url')

/** The key id that a token names, read before anything in the token is trusted; undefined when it cannot be read. */
function kidOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token)
    return kid === undefined ? FIRST_KID : typeof kid === 'string' ? kid : undefined
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Access tokens, HS256 under one of `keys`; no other algorithm, issuer or audience is ever accepted. */
export function createAccessTokens({
  clock,
  keys,
}: {
  readonly clock: Clock
  readonly keys: AccessKeys
}): AccessTokens {
  return {
    async sign(userId, sessionId) {
      const seconds = Math.floor(clock.now() / 1000)
      const key = await keys.current()
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
        .sign(bytesOf(key))
    },
    async verify(token) {
      const kid = kidOf(token)
      const key = kid === undefined ? undefined : await keys.find(kid)
      if (key === undefined) return err('token_invalid')
      const checks = {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sub', 'sid'],
      }
      try {
        const { payload } = await jwtVerify(token, bytesOf(key), { ...checks, currentDate: new Date(clock.now()) })
        const { sub, sid } = payload
        if (sub === undefined || !isUuid(sub) || typeof sid !== 'string' || !isUuid(sid)) return err('token_invalid')
        // The key was replaced and has ended: a refresh yields a token signed with the next one.
        if (key.endsMs !== null && key.endsMs <= clock.now()) return err('token_expired')
        return ok({ userId: toUserId(sub), sessionId: sid })
      } catch (error) {
        if (error instanceof errors.JWTExpired) return err('token_expired')
        if (error instanceof errors.JOSEError) return err('token_invalid')
        throw error
      }
    },
  }
}
