import { applySelectedPark } from '../db/apply/attendant.ts'
import { findAttendant } from '../db/read/attendant.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { withStorage } from './with-storage.ts'

/** The attendant stands at another of the phone's car parks. Needs no connection. */
export const selectAttendantPark = (parkCode: string, phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const device = await findAttendant(phone.dbs)
    if (device !== undefined) await applySelectedPark(phone.dbs, device.deviceId, parkCode)
    return ok(null)
  })
