import {
  addPasskey as sendPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  passkeyLogin,
  removePasskey as sendRemoval,
} from '../api/passkeys.ts'
import type { User } from '../contract/auth.ts'
import type { Passkey, PasskeyLoginBody, PasskeyOptions } from '../contract/passkeys.ts'
import { err, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt, attemptAsUser } from './requests.online.ts'
import { openSession } from './session.online.ts'

/** Why the browser's own dialog produced no passkey. */
export interface PasskeyTrouble {
  readonly kind: 'passkey'
  /**
   * cancelled: closed, or nothing chosen in time. known: this device already has one for the account. unsupported: it
   * cannot have one.
   */
  readonly reason: 'cancelled' | 'known' | 'unsupported'
}

export type PasskeyError = ActionError | PasskeyTrouble

/** Rarely used, and only with a connection: a chunk of its own that is not stored on the phone. */
export async function loadCeremony(phone: AppContext) {
  try {
    return await import('./passkey-ceremony.ts')
  } catch (error) {
    phone.log.warn('the passkey code could not be loaded', { error: String(error) })
    return undefined
  }
}

export const loadPasskeys = (
  _about?: undefined,
  phone: AppContext = appContext,
): Promise<Result<readonly Passkey[], ActionError>> => attemptAsUser(phone, () => listPasskeys(phone.client))

export interface NewPasskey {
  readonly name: string
  /** Needed after `confirmation_required`. */
  readonly password?: string
}

/**
 * Refusals: confirmation_required when the last sign-in was too long ago, password_wrong, forbidden with 20 keys,
 * passkey_invalid.
 */
export async function addPasskey(
  { name, ...confirmation }: NewPasskey,
  phone: AppContext = appContext,
): Promise<Result<Passkey, PasskeyError>> {
  const options = await attemptAsUser(phone, () => beginPasskey(phone.client, confirmation))
  if (!options.ok) return options
  const ceremony = await loadCeremony(phone)
  if (ceremony === undefined) return err({ kind: 'timeout' })
  const created = await ceremony.createPasskey(options.value)
  if (!created.ok) return created
  return attemptAsUser(phone, () => sendPasskey(phone.client, { name, response: created.value }))
}

/**
 * Refusals: confirmation_required when the last sign-in was too long ago, password_wrong, password_missing,
 * rate_limited.
 */
export const removePasskey = (
  passkeyId: string,
  confirmation: { readonly password?: string } = {},
  phone: AppContext = appContext,
): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendRemoval(phone.client, passkeyId, confirmation))

/** Refusals: passkey_invalid, account_disabled. */
export async function signInWithPasskey(phone: AppContext = appContext): Promise<Result<User, PasskeyError>> {
  const options = await attempt(phone, () => beginPasskeyLogin(phone.client))
  if (!options.ok) return options
  const ceremony = await loadCeremony(phone)
  if (ceremony === undefined) return err({ kind: 'timeout' })
  const answered = await ceremony.askForPasskey(options.value)
  if (!answered.ok) return answered
  return attempt(phone, async () => openSession(phone, await passkeyLogin(phone.client, { response: answered.value })))
}

/**
 * Returns whether the browser lists passkeys under a field, and reads and writes them as JSON, so that no library is
 * needed.
 */
const canOffer = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  PublicKeyCredential.isConditionalMediationAvailable()

/** Waits until the driver picks a passkey from the list; null when none was picked, or the offer was withdrawn. */
async function untilChosen(options: PasskeyOptions, signal: AbortSignal): Promise<PasskeyLoginBody['response'] | null> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const chosen = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
    return chosen instanceof PublicKeyCredential ? (chosen.toJSON() as PasskeyLoginBody['response']) : null
  } catch {
    // The driver did not ask for this offer, so its failure is not reported.
    return null
  }
}

/** A minute less than the provider keeps the offer's challenge. */
const OFFER_MS = 240_000

/**
 * Offers passkeys among the browser's suggestions for the e-mail field, until `ended`. Returns null when none was used.
 * Refusals: passkey_invalid, account_disabled.
 */
export async function offerPasskey(
  ended: AbortSignal,
  phone: AppContext = appContext,
): Promise<Result<User, ActionError> | null> {
  if (!(await canOffer()) || ended.aborted) return null
  const options = await attempt(phone, () => beginPasskeyLogin(phone.client))
  if (!options.ok || ended.aborted) return null
  const tooOld = AbortSignal.timeout(OFFER_MS)
  const response = await untilChosen(options.value, AbortSignal.any([ended, tooOld]))
  if (response === null) return tooOld.aborted ? offerPasskey(ended, phone) : null
  return attempt(phone, async () => openSession(phone, await passkeyLogin(phone.client, { response })))
}
