import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
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

/** Access tokens, HS256 under `findKey`'s secret; only this algorithm, issuer and audience are ever accepted. */
export function createAccessTokens(options: {
  readonly clock: Clock
  readonly findKey: () => Promise<string>
}): AccessTokens {
  const getKey = async (): Promise<Uint8Array> => Buffer.from(await options.findKey(), 'base64url')
  return {
    async sign(userId, sessionId) {
      const seconds = Math.floor(options.clock.now() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
        .sign(await getKey())
    },
    async verify(token) {
      const checks = {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'sub', 'sid'],
      }
      try {
        const { payload } = await jwtVerify(token, await getKey(), {
          ...checks,
          currentDate: new Date(options.clock.now()),
        })
        const { sub, sid } = payload
        if (sub === undefined || !isUuid(sub) || typeof sid !== 'string' || !isUuid(sid)) return err('token_invalid')
        return ok({ userId: toUserId(sub), sessionId: sid })
      } catch (error) {
        if (error instanceof errors.JWTExpired) return err('token_expired')
        if (error instanceof errors.JOSEError) return err('token_invalid')
        throw error
      }
    },
  }
}
