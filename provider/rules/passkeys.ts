import type { User } from '../../src/contract/auth.ts'
import type { PasskeyAsserted, PasskeyCreated } from '../../src/contract/passkeys.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'

/** Loaded with the first passkey: its 250 files are a quarter of what a start reads. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** How long a challenge may be answered: a driver may have to find their security key first. */
export const CHALLENGE_VALID_MS = 5 * MINUTE_MS
export const PASSKEYS_PER_USER = 20
/** EdDSA, ES256, RS256: what authenticators have. Named here, or the library asks Node for newer ones that it does not have yet. */
const ALGORITHMS = [-8, -7, -257]

/** Whom passkeys are made for: this host and no other. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** A key that was accepted before. */
interface KnownKey {
  readonly credential_id: string
  /** COSE. */
  readonly public_key: Buffer<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/** The key must be found without a user name and be unlocked by its owner: it stands for address and password both. */
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

/** `known`: the only keys that may answer; empty: any of this site. */
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

/** The challenge that an answer says it answers; undefined when it cannot be read. Whether it was given out is asked next. */
export function findChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    // Not JSON: nobody's browser wrote it.
    return undefined
  }
}

/** The library says by throwing what is wrong with an answer; whoever sent it learns only that it was not accepted. */
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

/** An authenticator that keeps no user handle may say null. */
const toAssertion = ({ userHandle, ...rest }: PasskeyAsserted['response']) =>
  userHandle ? { ...rest, userHandle } : rest

export interface VerifiedKey {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

/** The new key, when the answer is to this challenge, from this site, by an authenticator that knew its owner. */
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

/** The authenticator's new counter, when the signature is this key's; a counter that does not rise is a copied key. */
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
