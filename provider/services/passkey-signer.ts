import type { PasskeyAsserted } from '../../src/contract/passkeys.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { lockPasskey, notePasskeyUse, takeChallenge } from '../repositories/passkeys.ts'
import { findChallenge, toRelyingParty, verifyRequest } from '../rules/passkeys.ts'
import type { ProviderDeps } from './deps.ts'

/**
 * Returns the owner of the key that answered; undefined when the answer is not accepted, for whatever reason.
 * `askedOf`: the user whose second factor was requested; null for a sign-in, when the user is not known yet.
 */
export async function findSigner(
  deps: ProviderDeps,
  response: PasskeyAsserted,
  askedOf: UserId | null,
): Promise<UserId | undefined> {
  const nowMs = deps.clock.now()
  const challenge = findChallenge(response.response.clientDataJSON)
  if (challenge === undefined) return undefined
  const purpose = askedOf === null ? 'sign_in' : 'second_factor'
  if (!(await takeChallenge(deps.db, { challenge, purpose, userId: askedOf }, nowMs))) return undefined
  return deps.db.transaction(async (tx) => {
    const key = await lockPasskey(tx, response.id)
    if (key === undefined) return undefined
    const { userHandle } = response.response
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== key.user_id) return undefined
    const party = toRelyingParty(deps.config.publicUrl)
    const counter = await verifyRequest({ challenge, party }, response, key)
    if (counter === undefined) {
      deps.log.warn('passkey.refused', { user: key.user_id })
      return undefined
    }
    await notePasskeyUse(tx, key.credential_id, { counter, nowMs })
    return key.user_id
  })
}
