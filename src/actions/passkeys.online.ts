import {
  addPasskey as sendPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  passkeyLogin,
  removePasskey as sendRemoval,
} from '../api/passkeys.ts'
import type { User } from '../contract/auth.ts'
import type { Passkey } from '../contract/passkeys.ts'
import { err, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt, attemptAsUser } from './attempt.online.ts'
import { openSession } from './open-session.online.ts'

/** What the browser's own dialog came to. */
export interface PasskeyTrouble {
  readonly kind: 'passkey'
  /** cancelled: closed, or nothing chosen in time. known: this device has one for the account. unsupported: it can have none. */
  readonly reason: 'cancelled' | 'known' | 'unsupported'
}

export type PasskeyError = ActionError | PasskeyTrouble

/** Few use it, and only with a connection: a chunk of its own that is not kept on the phone. */
async function loadCeremony(phone: Phone) {
  try {
    return await import('./passkey-ceremony.ts')
  } catch (error) {
    phone.log.warn('the passkey code could not be loaded', { error: String(error) })
    return undefined
  }
}

export const loadPasskeys = (
  _about?: undefined,
  phone: Phone = thisPhone,
): Promise<Result<readonly Passkey[], ActionError>> => attemptAsUser(phone, () => listPasskeys(phone.client))

export interface NewPasskey {
  readonly name: string
  /** Asked for after `confirmation_required`. */
  readonly password?: string
}

/** Refusals: confirmation_required when the last sign-in is a while ago, password_wrong, forbidden with 20 keys, passkey_invalid. */
export async function addPasskey(
  { name, ...confirmation }: NewPasskey,
  phone: Phone = thisPhone,
): Promise<Result<Passkey, PasskeyError>> {
  const options = await attemptAsUser(phone, () => beginPasskey(phone.client, confirmation))
  if (!options.ok) return options
  const ceremony = await loadCeremony(phone)
  if (ceremony === undefined) return err({ kind: 'timeout' })
  const created = await ceremony.createPasskey(options.value)
  if (!created.ok) return created
  return attemptAsUser(phone, () => sendPasskey(phone.client, { name, response: created.value }))
}

export const removePasskey = (passkeyId: string, phone: Phone = thisPhone): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendRemoval(phone.client, passkeyId))

/** Refusals: passkey_invalid, account_disabled. */
export async function signInWithPasskey(phone: Phone = thisPhone): Promise<Result<User, PasskeyError>> {
  const options = await attempt(phone, () => beginPasskeyLogin(phone.client))
  if (!options.ok) return options
  const ceremony = await loadCeremony(phone)
  if (ceremony === undefined) return err({ kind: 'timeout' })
  const answered = await ceremony.askForPasskey(options.value)
  if (!answered.ok) return answered
  return attempt(phone, async () => openSession(phone, await passkeyLogin(phone.client, { response: answered.value })))
}
