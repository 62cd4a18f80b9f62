import type { ApiError } from '../api/api-error.ts'
import { LOCKS } from '../config/lock-names.ts'
import { applyUnpaired } from '../db/apply/attendant.ts'
import { type AttendantDeviceRow, findAttendant } from '../db/read/attendant.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { isReachable } from '../sync/probe.ts'
import { type ListRefused, pullDayList } from '../sync/pull/pull-day-list.ts'
import { pullPassKeys } from '../sync/pull/pull-places.ts'
import { sendCheckIns } from '../sync/requests/send-check-ins.ts'
import type { ActionError } from './action-error.ts'
import { toActionError } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

export interface Synced {
  /** Why a list that came was not taken; null where every list was. */
  readonly listRefused: ListRefused['reason'] | null
}

async function pullLists(phone: Phone, device: AttendantDeviceRow): Promise<Result<Synced, ApiError>> {
  let listRefused: Synced['listRefused'] = null
  for (const park of device.parks) {
    const pulled = await pullDayList(phone, device.token, park.code)
    if (pulled.ok) continue
    if (pulled.error.kind !== 'list_refused') return err(pulled.error)
    listRefused = pulled.error.reason
  }
  return ok({ listRefused })
}

async function work(phone: Phone): Promise<Result<Synced, ActionError>> {
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
 * Sends what was decided at the gate, then renews the keys of passes and the lists, which then contain it. A phone that was revoked only
 * sends.
 */
export const syncAttendant = (phone: Phone = thisPhone): Promise<Result<Synced, ActionError>> =>
  withStorage(() => phone.locks.run(LOCKS.attendant, () => work(phone)))
