/** Operators manage the attendants' phones of their own car parks. */
import type { StaffPairing, StaffPhone } from '../../src/contract/operator-staff.ts'
import { displayBookingCode, parseParkCode } from '../../src/domain/code.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { pairingLink } from '../../src/domain/typed-code.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import {
  type AttendantDevice,
  type DevicePark,
  findParkIds,
  listDevices,
  revokeDevice,
} from '../repositories/pairing.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import type { Objection } from '../rules/refusal.ts'
import type { Pairing } from './pairing.ts'

const timeOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : toRfc3339(toInstant(epochMs)))

const toParks = (parks: readonly DevicePark[]) => parks.map(({ code, name }) => ({ code, name }))

export const toPhoneWire = (device: AttendantDevice): StaffPhone => ({
  id: device.device_id,
  name: device.name,
  parks: toParks(device.parks),
  paired_at: toRfc3339(toInstant(device.paired_at)),
  last_seen_at: toRfc3339(toInstant(device.last_seen_at)),
  revoked_at: timeOrNull(device.revoked_at),
})

export const toPairingWire = ({ code, parks, expiresMs }: Pairing, publicUrl: string): StaffPairing => ({
  code: displayBookingCode(code),
  link: pairingLink(publicUrl, code),
  expires_at: toRfc3339(toInstant(expiresMs)),
  parks: toParks(parks),
})

/** Hides a phone that also checks passes at another organisation's car park: the operator could not revoke it. */
export async function listPhones(db: Queryable, within: Within): Promise<readonly AttendantDevice[]> {
  const ofAll = (await listDevices(db)).filter(({ parks }) =>
    isWithin(
      within,
      parks.map(({ id }) => id),
    ),
  )
  return ofAll.toSorted(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || b.last_seen_at - a.last_seen_at,
  )
}

export async function findStaffParks(
  db: Queryable,
  codes: readonly string[],
  within: Within,
): Promise<Result<readonly DevicePark[], Objection>> {
  const wanted = codes.map((text) => {
    const parsed = parseParkCode(text)
    return parsed.ok ? parsed.value : text.toUpperCase()
  })
  const found = await findParkIds(db, wanted)
  for (const code of wanted) {
    const park = found.get(code)
    if (park === undefined || !isWithin(within, [park.id]))
      return err({ code: 'park_not_found', words: `No car park has the code ${code}.` })
  }
  return ok([...found.values()])
}

export interface Revoked {
  readonly phone: AttendantDevice
  /** False when it was already revoked. */
  readonly isChanged: boolean
}

export async function revokeStaffPhone(
  tx: Queryable,
  { deviceId, within, nowMs }: { readonly deviceId: string; readonly within: Within; readonly nowMs: number },
): Promise<Result<Revoked, Objection>> {
  const find = async () => (await listPhones(tx, within)).find(({ device_id: id }) => id === deviceId)
  const known = await find()
  if (known === undefined) return err({ code: 'not_found', words: `No phone has the id ${deviceId}.` })
  const isChanged = await revokeDevice(tx, deviceId, nowMs)
  return ok({ phone: (await find()) ?? known, isChanged })
}
