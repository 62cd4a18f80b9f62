import type { User } from '../../src/contract/auth.ts'
import type { PasskeyAsserted, PasskeyCreated } from '../../src/contract/passkeys.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'

/** Loaded with the first passkey: its 250 files are a quarter of all that start-up reads. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** How long a challenge remains valid: a driver may have to find their security key first. */
export const CHALLENGE_VALID_MS = 5 * MINUTE_MS
export const PASSKEYS_PER_USER = 20
/**
 * EdDSA, ES256, RS256: the algorithms that authenticators support. Listed here because the library's default asks Node
 * for newer ones that Node does not have yet.
 */
const ALGORITHMS = [-8, -7, -257]

/** The host that passkeys are bound to: this one only. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** A key that was registered earlier. */
interface KnownKey {
  readonly credential_id: string
  /** COSE format. */
  readonly public_key: Buffer<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/**
 * The key must be discoverable without a user name and require user verification: it replaces both address and
 * password.
 */
export const toCreation = async (
  party: RelyingParty,
  user: Pick<User, 'user_id' | 'email' | 'first_name' | 'last_name'>,
  known: ReadonlyArray<Pick<KnownKey, 'credential_id' | 'transports'>>,
) =>
  (await loadWebAuthn()).generateRegistrationOptions({
    rpName: 'Baywise',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(user.user_id)),
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`,
    timeout: CHALLENGE_VALID_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** `known`: the only keys that may answer; when empty, any key of this site may. */
export const toRequest = async (
  party: RelyingParty,
  known: ReadonlyArray<Pick<KnownKey, 'credential_id' | 'transports'>> = [],
) =>
  (await loadWebAuthn()).generateAuthenticationOptions({
    ...{ rpID: party.id, userVerification: 'required', timeout: CHALLENGE_VALID_MS },
    ...(known.length === 0
      ? {}
      : { allowCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports: [...transports] })) }),
  })

/**
 * Returns the challenge that an answer claims to answer; undefined when the answer cannot be read. The caller then
 * checks that we issued it.
 */
export function findChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    // Not JSON: no browser sends this.
    return undefined
  }
}

/** The library reports problems with an answer by throwing; the sender only learns that the answer was not accepted. */
async function orUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

interface Answered {
  readonly challenge: string
  readonly party: RelyingParty
}

/** An authenticator that stores no user handle may send null. */
const toAssertion = ({ userHandle, ...rest }: PasskeyAsserted['response']) =>
  userHandle ? { ...rest, userHandle } : rest

export interface VerifiedKey {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

/**
 * Returns the new key if the answer is to this challenge, from this site, and by an authenticator that verified its
 * user; otherwise undefined.
 */
export async function verifyCreation(
  { challenge, party }: Answered,
  response: PasskeyCreated,
): Promise<VerifiedKey | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const verified = await orUndefined(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (verified?.verified !== true) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey, counter }
}

/**
 * Returns the authenticator's new counter if this key made the signature. A counter that does not increase means a
 * copied key.
 */
export async function verifyRequest(
  { challenge, party }: Answered,
  response: PasskeyAsserted,
  key: Omit<KnownKey, 'transports'>,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const verified = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { ...response, response: toAssertion(response.response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
    }),
  )
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}
