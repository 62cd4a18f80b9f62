import { createHash } from 'node:crypto'
import type { PassSigner, SignPass } from '../../../provider/services/pass-signer.ts'
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from '../../../provider/rules/tokens.ts'
import { toUserId } from '../../../src/domain/ids.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { err, ok } from '../../../src/lib/result.ts'
import { isUuid } from '../../../src/lib/uuid7.ts'

/*
 * Web Crypto answers from a worker thread at an unpredictable time, and ECDSA signs differently each time, so neither
 * fits a world that must be reproducible. These replacements carry the same facts unsigned.
 */

const toSeconds = (epochMs: number): number => Math.floor(epochMs / 1000)

/** Tokens of the form `<user>.<session>.<expiry in seconds>`, valid as long as signed ones. */
export const createStillTokens = (clock: Clock): AccessTokens => ({
  sign: (userId, sessionId) =>
    Promise.resolve(`${userId}.${sessionId}.${String(toSeconds(clock.now()) + ACCESS_TOKEN_SECONDS)}`),
  verify(token) {
    const [userId = '', sessionId = '', expires = ''] = token.split('.')
    if (!isUuid(userId) || !isUuid(sessionId) || !/^\d+$/.test(expires)) return Promise.resolve(err('token_invalid'))
    const bearer = { userId: toUserId(userId), sessionId }
    return Promise.resolve(Number(expires) <= toSeconds(clock.now()) ? err('token_expired') : ok(bearer))
  },
})

const SECRET_BYTES = 32

/** A secret as long as a real one, drawn from the seed. */
export const makeStillSecret = (random: () => number): string =>
  Buffer.from(Array.from({ length: SECRET_BYTES }, () => Math.floor(random() * 256))).toString('base64url')

const KEY_ID = 1
/** The example key of RFC 7517, appendix A.1; it does not verify these passes. */
const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
} as const

/** Returns passes that differ when their facts do, without a signature. */
const signStill: SignPass = (facts) => {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex').toUpperCase()
  return Promise.resolve({ text: `P1:${digest}`, sequence: facts.sequence, kid: KEY_ID })
}

export const stillSigner: PassSigner = {
  passSigning: () => Promise.resolve(signStill),
  signJson: (json) =>
    Promise.resolve({ kid: KEY_ID, signature: createHash('sha256').update(json).digest('base64url') }),
  publicKeys: () => Promise.resolve([{ kid: KEY_ID, jwk: PUBLIC_KEY }]),
  signKeys: () => Promise.resolve([]),
}
