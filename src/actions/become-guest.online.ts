import { startGuest } from '../api/guests.ts'
import type { User } from '../contract/auth.ts'
import type { GuestBody } from '../contract/guests.ts'
import { findSession } from '../db/read/session.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { keyOfCode } from './key-of-code.online.ts'
import { openSession } from './open-session.online.ts'

/**
 * Books without an account: from here on this phone has a session for its own bookings. Who is signed in already stays who they are.
 * Refusals: validation_failed (a phone number that is none), rate_limited.
 */
export const becomeGuest = (body: GuestBody, phone: Phone = thisPhone): Promise<Result<User, ActionError>> =>
  attempt(phone, async () => {
    const known = await findSession(phone.dbs)
    if (known?.live === true) return ok(known.user)
    const key = keyOfCode(phone, 'guest', JSON.stringify(body))
    return openSession(phone, await sendUntilAnswered(phone, () => startGuest(phone.client, key, body)))
  })
