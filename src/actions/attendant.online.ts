import type { ApiError } from '../api/api-error.ts'
import { pairDevice, unpairDevice } from '../api/attendant.ts'
import { LOCKS } from '../config/lock-names.ts'
import { applyPairing, applySelectedPark, applyUnpaired, keepPairing, wipeAttendant } from '../db/apply/attendant.ts'
import { type AttendantDeviceRow, type AttendantPark, findAttendant } from '../db/read/attendant.ts'
import type { PairingCode } from '../domain/typed-code.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import { isReachable } from '../sync/probe.ts'
import { type ListRefused, pullDayList } from '../sync/pull/pull-day-list.ts'
import { pullPassKeys } from '../sync/pull/pull-places.ts'
import { sendCheckIns } from '../sync/requests/send-check-ins.ts'
import type { ActionError } from './failures.ts'
import { attempt, toActionError } from './requests.online.ts'
import { withStorage } from './requests.ts'

export interface PairInput {
  readonly code: PairingCode
  /** The name by which the car park tells its phones apart. */
  readonly deviceName: string | null
}

/** Makes this an attendant's phone; no account is needed. The lists are fetched in the background. */
export const pairAttendant = (
  { code, deviceName }: PairInput,
  phone: AppContext = appContext,
): Promise<Result<readonly AttendantPark[], ActionError>> =>
  attempt(phone, async () => {
    // After the pairing they would belong to an earlier device, whose token this phone no longer has.
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

/**
 * Wipes the pairing, the lists and the log from this phone, even when the provider cannot be reached; informs the
 * provider on a best-effort basis.
 */
export const unpairAttendant = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(() =>
    phone.locks.run(LOCKS.attendant, async () => {
      const device = await findAttendant(phone.dbs)
      await wipeAttendant(phone.dbs)
      if (device?.live === true) phone.inBackground(unpairDevice(phone.client, device.token))
      return ok(null)
    }),
  )

/** Switches to another of the phone's car parks. Needs no connection. */
export const selectAttendantPark = (
  parkCode: string,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const device = await findAttendant(phone.dbs)
    if (device !== undefined) await applySelectedPark(phone.dbs, device.deviceId, parkCode)
    return ok(null)
  })

export interface Synced {
  /** Why a list was rejected; null when every list was accepted. */
  readonly listRefused: ListRefused['reason'] | null
}

async function pullLists(phone: AppContext, device: AttendantDeviceRow): Promise<Result<Synced, ApiError>> {
  let listRefused: Synced['listRefused'] = null
  for (const park of device.parks) {
    const pulled = await pullDayList(phone, device.token, park.code)
    if (pulled.ok) continue
    if (pulled.error.kind !== 'list_refused') return err(pulled.error)
    listRefused = pulled.error.reason
  }
  return ok({ listRefused })
}

async function work(phone: AppContext): Promise<Result<Synced, ActionError>> {
  const device = await findAttendant(phone.dbs)
  if (device === undefined) return ok({ listRefused: null })
  if (!(await isReachable(phone))) return err({ kind: 'offline' })
  await sendCheckIns(phone)
  if (!device.live) return ok({ listRefused: null })
  await pullPassKeys(phone)
  const pulled = await pullLists(phone, device)
  if (pulled.ok) return pulled
  if (pulled.error.kind === 'problem' && pulled.error.status === 401) await applyUnpaired(phone.dbs, device.deviceId)
  return err(await toActionError(phone, pulled.error))
}

/**
 * Sends the gate decisions, then renews the keys of passes and the lists, which then include those decisions. A revoked
 * phone only sends.
 */
export const syncAttendant = (phone: AppContext = appContext): Promise<Result<Synced, ActionError>> =>
  withStorage(() => phone.locks.run(LOCKS.attendant, () => work(phone)))
