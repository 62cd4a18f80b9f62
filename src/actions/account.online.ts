import {
  changePassword as sendChange,
  confirmEmailChange as sendCode,
  deleteAccount as send,
  exportAccount as load,
  requestEmailChange as sendRequest,
} from '../api/account.ts'
import { isOutcomeUnknown } from '../api/api-error.ts'
import { patchProfile } from '../api/auth.ts'
import type { AccountDeleteBody, AccountExport, EmailChangeBody, PasswordChangeBody } from '../contract/account.ts'
import type { ProfilePatch, User } from '../contract/auth.ts'
import { applyProfile, applySignOut } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { readTabText, removeTabText, writeTabText } from '../lib/session-storage.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'
import { keyOfCode } from './registration.online.ts'
import { dropPush } from './push.online.ts'

/** Sends a code to the new address. Refusals: password_wrong, password_missing, rate_limited. */
export const requestEmailChange = (
  body: EmailChangeBody,
  phone: AppContext = appContext,
): Promise<Result<unknown, ActionError>> => attemptAsUser(phone, () => sendRequest(phone.client, body))

/** Refusals: code_invalid, code_expired. */
export const confirmEmailChange = (code: string, phone: AppContext = appContext): Promise<Result<User, ActionError>> =>
  attemptAsUser(phone, async () => {
    const key = keyOfCode(phone, 'email', code)
    const answer = await sendUntilAnswered(phone, () => sendCode(phone.client, key, code))
    if (answer.ok) await applyProfile(phone.dbs, answer.value)
    return answer
  })

/**
 * Signs out other devices; this one stays signed in. Refusals: password_wrong, password_missing, password_too_weak,
 * rate_limited.
 */
export const changePassword = (
  body: PasswordChangeBody,
  phone: AppContext = appContext,
): Promise<Result<unknown, ActionError>> => attemptAsUser(phone, () => sendChange(phone.client, body))

export const updateProfile = (
  patch: ProfilePatch,
  phone: AppContext = appContext,
): Promise<Result<User, ActionError>> =>
  attemptAsUser(phone, async () => {
    const answer = await patchProfile(phone.client, patch)
    if (answer.ok) await applyProfile(phone.dbs, answer.value)
    return answer
  })

/** Fetches everything that the provider stores about the driver. Refusal: rate_limited. */
export const exportAccount = (phone: AppContext = appContext): Promise<Result<AccountExport, ActionError>> =>
  attemptAsUser(phone, () => load(phone.client))

/** Id of the driver whose deletion was sent from this tab and has not been answered. */
const DELETION_SENT = 'baywise-deletion-sent'

/** Sends the deletion, and notes in the tab that it may have happened unless the answer says otherwise. */
async function sendDeletion(phone: AppContext, userId: string, body: AccountDeleteBody) {
  const isRepeat = readTabText(DELETION_SENT) === userId
  writeTabText(DELETION_SENT, userId)
  const answer = await send(phone.client, body)
  // A refused session says nothing about an earlier deletion; without one there is nothing to remember.
  const isOpen = !answer.ok && (isOutcomeUnknown(answer.error) || (isRepeat && answer.error.kind === 'signed_out'))
  if (!isOpen) removeTabText(DELETION_SENT)
  return answer
}

/** Returns whether the session ended because a deletion whose answer was lost has been carried out. */
async function isDeleted(phone: AppContext, error: ActionError): Promise<boolean> {
  if (error.kind !== 'signed_out') return false
  const sent = readTabText(DELETION_SENT)
  return sent !== null && sent === (await findSession(phone.dbs))?.user.user_id
}

/**
 * Deletes the account at the provider first; then removes everything of the driver from this phone, including requests
 * waiting for a signal. When the answer is lost and the session is unknown by the next tap, the account is deleted.
 * Refusals: password_wrong, password_missing, bookings_running, money_moving, wallet_not_empty.
 */
export async function deleteAccount(
  body: AccountDeleteBody,
  phone: AppContext = appContext,
): Promise<Result<unknown, ActionError>> {
  const answer = await attemptAsUser(phone, (userId) => sendDeletion(phone, userId, body))
  if (!answer.ok && !(await isDeleted(phone, answer.error))) return answer
  removeTabText(DELETION_SENT)
  await dropPush(phone)
  if (!(await applySignOut(phone.dbs))) phone.log.warn('account deleted, but an emptied database is left')
  return ok(null)
}
