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

/** A fresh 256-bit secret, base64url: refresh tokens, reset tokens, the key that signs access tokens. */
export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Six digits, each value as likely as any other. */
export const makeEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored of a secret. A secret has 256 random bits, so a plain hash cannot be guessed back. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** What is stored of a short code: a keyed hash, since a million codes are tried in no time. */
export const hashCode = (key: string, code: string): string => createHmac('sha256', key).update(code).digest('hex')

/**
 * The refresh token that follows `token` for one Idempotency-Key. `nonce` is 256 random bits stored beside the old token's
 * hash, so that the same successor can be given again without ever storing a token itself.
 */
export const deriveSuccessor = (nonce: string, token: string, key: string): string =>
  createHmac('sha256', nonce).update(`${token}\n${key}`).digest('base64url')

export type AccessTokenError = 'token_invalid' | 'token_expired'

export interface Bearer {
  readonly userId: UserId
  /** Which of the user's sessions: the token counts for as long as it does. */
  readonly sessionId: string
}

export interface AccessTokens {
  /** A JWT that names the user and their session, for 15 minutes. */
  sign(userId: UserId, sessionId: string): Promise<string>
  verify(token: string): Promise<Result<Bearer, AccessTokenError>>
}

/** Of tokens that name no key. */
export const FIRST_KID = 'first'

export interface AccessKey {
  readonly kid: string
  /** base64url. */
  readonly secret: string
  /** What it signed counts until then, epoch milliseconds; null: it signs. */
  readonly endsMs: number | null
}

export interface AccessKeys {
  /** The one that signs. */
  current(): Promise<AccessKey>
  /** Undefined for a name that none has, or had in the last day. */
  find(kid: string): Promise<AccessKey | undefined>
}

const bytesOf = ({ secret }: AccessKey): Uint8Array => Buffer.from(secret, 'base64url')

/** The key that a token names, before anything in it is believed; undefined when it cannot be read. */
function kidOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token)
    return kid === undefined ? FIRST_KID : typeof kid === 'string' ? kid : undefined
  } catch (error) {
    if (error instanceof TypeError || error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** Access tokens, HS256 under one of `keys`; only this algorithm, issuer and audience are ever accepted. */
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
        // Of a key that was replaced: a refresh brings a token of the next.
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
