import { endOtherSessions as sendEndOthers, endSession as sendEnd, listSessions } from '../api/sessions.ts'
import type { DeviceSession } from '../contract/sessions.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** Where the driver is signed in, this phone first. Not kept: a list that is old would say that a stolen phone is still in, or out. */
export const loadSessions = (
  _about?: undefined,
  phone: Phone = thisPhone,
): Promise<Result<readonly DeviceSession[], ActionError>> => attemptAsUser(phone, () => listSessions(phone.client))

/** Refusal: not_found for a session that is nobody's or somebody else's. */
export const endSession = (sessionId: string, phone: Phone = thisPhone): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEnd(phone.client, sessionId))

export const endOtherSessions = (phone: Phone = thisPhone): Promise<Result<unknown, ActionError>> =>
  attemptAsUser(phone, () => sendEndOthers(phone.client))
