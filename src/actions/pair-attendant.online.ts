import { pairDevice } from '../api/attendant.ts'
import type { AttendantPark } from '../db/read/attendant.ts'
import { applyPairing, keepPairing } from '../db/apply/attendant.ts'
import type { PairingCode } from '../domain/typed-code.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { sendCheckIns } from '../sync/requests/send-check-ins.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { syncAttendant } from './sync-attendant.online.ts'

export interface PairInput {
  readonly code: PairingCode
  /** How the car park tells its phones apart. */
  readonly deviceName: string | null
}

/** Makes this an attendant's phone; no account is needed. The lists follow without being waited for. */
export const pairAttendant = (
  { code, deviceName }: PairInput,
  phone: Phone = thisPhone,
): Promise<Result<readonly AttendantPark[], ActionError>> =>
  attempt(phone, async () => {
    // Later they would be an earlier phone's, whose name this one has lost.
    await sendCheckIns(phone, { isLast: true })
    const { key } = await keepPairing(phone.dbs, code, uuid7(phone.clock.now(), phone.random))
    const body = { code, ...(deviceName === null ? {} : { device_name: deviceName }) }
    const paired = await pairDevice(phone.client, key, body)
    if (!paired.ok) return paired
    const { device_id: deviceId, token, parks } = paired.value
    await applyPairing(phone.dbs, { deviceId, token, parks })
    phone.inBackground(persistStorage(phone))
    phone.inBackground(syncAttendant(phone))
    return ok(parks)
  })
