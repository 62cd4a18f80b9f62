import { startGuest } from '../api/guests.ts'
import type { User } from '../contract/auth.ts'
import type { GuestBody } from '../contract/guests.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { keyOfCode } from './registration.online.ts'
import { openSession } from './session.online.ts'

/**
 * Books without an account: from here on this phone has a session for its own bookings. Who is signed in already stays who they are.
 * Refusals: validation_failed (a phone number that is none), rate_limited.
 */
export const becomeGuest = (body: GuestBody, phone: AppContext = appContext): Promise<Result<User, ActionError>> =>
  attempt(phone, async () => {
    const known = await findSession(phone.dbs)
    if (known?.live === true) return ok(known.user)
    const key = keyOfCode(phone, 'guest', JSON.stringify(body))
    return openSession(phone, await sendUntilAnswered(phone, () => startGuest(phone.client, key, body)))
  })
