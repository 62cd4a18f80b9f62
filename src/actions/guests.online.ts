import { logout } from '../api/auth.ts'
import { confirmKeep, keepGuest, startGuest } from '../api/guests.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import type { User } from '../contract/auth.ts'
import type { GuestBody } from '../contract/guests.ts'
import { applyBooking } from '../db/apply/bookings.ts'
import { applyOnlyHere } from '../db/apply/only-here.ts'
import { readBookings } from '../db/read/bookings.ts'
import { readOnlyHere } from '../db/read/only-here.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './failures.ts'
import { keyOfCode } from './registration.online.ts'
import { attempt, attemptAsUser } from './requests.online.ts'
import { openSession } from './session.online.ts'

/**
 * Starts booking without an account: gives this phone a session for its own bookings. A driver already signed in stays
 * signed in. Refusals: validation_failed (invalid phone number), rate_limited.
 */
export const becomeGuest = (body: GuestBody, phone: AppContext = appContext): Promise<Result<User, ActionError>> =>
  attempt(phone, async () => {
    const known = await findSession(phone.dbs)
    if (known?.live === true) return ok(known.user)
    const key = keyOfCode(phone, 'guest', JSON.stringify(body))
    return openSession(phone, await sendUntilAnswered(phone, () => startGuest(phone.client, key, body)))
  })

/**
 * Mails a code that is valid for this guest only. Gives the same answer for an address that has an account. Refusal:
 * rate_limited.
 */
export async function sendKeepCode(email: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> {
  const answer = await attemptAsUser(phone, () => keepGuest(phone.client, email))
  return answer.ok ? ok(null) : answer
}

/**
 * Turns the guest into the account of the address, or joins them to it. The bookings stay on the phone throughout:
 * those of a guest who joined an account are stored for it before its own list arrives, and with them what only this
 * phone has, such as where the car stands. Refusals: code_invalid,
 * code_expired, account_disabled, rate_limited.
 */
export const keepGuestBy = (code: string, phone: AppContext = appContext): Promise<Result<User, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const [before, { value: bookings }, onlyHere] = await Promise.all([
      findSession(phone.dbs),
      readBookings(phone.dbs),
      readOnlyHere(phone.dbs),
    ])
    const key = keyOfCode(phone, 'keep', userId, code)
    const answer = await sendUntilAnswered(phone, () => confirmKeep(phone.client, key, code))
    const opened = await openSession(phone, answer)
    if (!opened.ok) return opened
    const { user_id: keptId } = opened.value
    const savedAt = phone.clock.now()
    if (keptId !== userId) {
      for (const booking of bookings) await applyBooking(phone.dbs, keptId, { booking, savedAt })
      await applyOnlyHere(phone.dbs, keptId, onlyHere)
    }
    if (before !== undefined) phone.inBackground(logout(phone.client, before.refreshToken, SIGN_OUT_TIMEOUT_MS))
    return opened
  })
