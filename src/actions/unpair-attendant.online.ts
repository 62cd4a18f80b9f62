import { unpairDevice } from '../api/attendant.ts'
import { LOCKS } from '../config/lock-names.ts'
import { wipeAttendant } from '../db/apply/attendant.ts'
import { findAttendant } from '../db/read/attendant.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { withStorage } from './with-storage.ts'

/** Wipes the pairing, the lists and the log from this phone, also where the provider cannot be reached; it is told, best effort. */
export const unpairAttendant = (phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  withStorage(() =>
    phone.locks.run(LOCKS.attendant, async () => {
      const device = await findAttendant(phone.dbs)
      await wipeAttendant(phone.dbs)
      if (device?.live === true) phone.inBackground(unpairDevice(phone.client, device.token))
      return ok(null)
    }),
  )
