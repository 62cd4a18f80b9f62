import { errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import * as v from 'valibot'
import { EMAIL } from '../../src/domain/email.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { SocialIdentity } from '../rules/social-account.ts'
import type { SocialConfig } from '../rules/social-config.ts'
import { createKeySource, KeysUnavailableError } from './social-keys.ts'

export type SocialTokenError = 'social_token_invalid' | 'social_unavailable'

/** Maximum difference between our clock and the service's. */
const SKEW_SECONDS = 60
/** A phone sends its token immediately; an older sign-in may be a token that someone else kept. */
const SIGNED_IN_WITHIN_SECONDS = 3_600

const PROVIDERS = { 'google.com': 'google', 'apple.com': 'apple' } as const

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email: v.optional(v.pipe(v.string(), v.regex(EMAIL))),
  email_verified: v.optional(v.boolean(), false),
  name: v.optional(v.string()),
  firebase: v.object({ sign_in_provider: v.picklist(['google.com', 'apple.com']) }),
})

function toIdentity(payload: JWTPayload, nowMs: number): Result<SocialIdentity, SocialTokenError> {
  const parsed = v.safeParse(claimsSchema, payload)
  if (!parsed.success) return err('social_token_invalid')
  const { sub, iat, auth_time, email, email_verified, name, firebase } = parsed.output
  const now = nowMs / 1000
  const isFromLater = Math.max(iat, auth_time) > now + SKEW_SECONDS
  if (isFromLater || now - auth_time > SIGNED_IN_WITHIN_SECONDS) return err('social_token_invalid')
  return ok({
    uid: sub,
    provider: PROVIDERS[firebase.sign_in_provider],
    email: email_verified ? email : undefined,
    name,
  })
}

export interface SocialTokens {
  /** The only source of trusted facts about a sign-in. */
  verify(idToken: string): Promise<Result<SocialIdentity, SocialTokenError>>
}

interface SocialDeps {
  readonly clock: Clock
  readonly log: Log
}

/**
 * Verifies tokens of one project of the identity service: RS256 under its published keys; unsigned ones only from its
 * emulator.
 */
export function createSocialTokens(config: SocialConfig, { clock, log }: SocialDeps): SocialTokens {
  const { projectId, emulatorHost, keysUrl } = config
  const findKey = createKeySource({ url: keysUrl, clock })
  const read = async (idToken: string, nowMs: number): Promise<JWTPayload> => {
    const checks = {
      issuer: `https://securetoken.google.com/${projectId}`,
      audience: projectId,
      currentDate: new Date(nowMs),
    }
    if (emulatorHost !== null) return UnsecuredJWT.decode(idToken, checks).payload
    return (await jwtVerify(idToken, findKey, { ...checks, algorithms: ['RS256'] })).payload
  }
  return {
    async verify(idToken) {
      const nowMs = clock.now()
      try {
        return toIdentity(await read(idToken, nowMs), nowMs)
      } catch (error) {
        if (error instanceof KeysUnavailableError) {
          log.warn('social.keys_unavailable', { reason: error.reason })
          return err('social_unavailable')
        }
        if (error instanceof errors.JOSEError) return err('social_token_invalid')
        throw error
      }
    },
  }
}
