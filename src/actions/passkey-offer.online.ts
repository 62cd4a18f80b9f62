import { beginPasskeyLogin, passkeyLogin } from '../api/passkeys.ts'
import type { User } from '../contract/auth.ts'
import type { PasskeyLoginBody, PasskeyOptions } from '../contract/passkeys.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { openSession } from './open-session.online.ts'

/** Browsers that list passkeys under a field, and read and write them as JSON: no library is needed then. */
const canOffer = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable()

/** Waits until the driver takes a key from the list; null: none was taken, or the offer was withdrawn. */
async function untilChosen(options: PasskeyOptions, signal: AbortSignal): Promise<PasskeyLoginBody['response'] | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const chosen = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
    return chosen instanceof PublicKeyCredential ? (chosen.toJSON() as PasskeyLoginBody['response']) : null
  } catch {
    // Nobody asked for it: what does not come of it is not said.
    return null
  }
}

/** A minute less than the provider holds what an offer began with. */
const OFFER_MS = 240_000

/**
 * Passkeys among what the browser proposes for the e-mail field, until `ended`. Null: nothing came of it. Refusals:
 * passkey_invalid, account_disabled.
 */
export async function offerPasskey(
  ended: AbortSignal,
  phone: Phone = thisPhone,
): Promise<Result<User, ActionError> | null> {
  if (!(await canOffer()) || ended.aborted) return null
  const options = await attempt(phone, () => beginPasskeyLogin(phone.client))
  if (!options.ok || ended.aborted) return null
  const tooOld = AbortSignal.timeout(OFFER_MS)
  const response = await untilChosen(options.value, AbortSignal.any([ended, tooOld]))
  if (response === null) return tooOld.aborted ? offerPasskey(ended, phone) : null
  return attempt(phone, async () => openSession(phone, await passkeyLogin(phone.client, { response })))
}
