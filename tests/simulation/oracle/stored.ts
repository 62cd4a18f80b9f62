import type { BookingRow, FavouriteRow, SavedRow, SessionRow, VehicleRow } from '../../../src/db/schema.ts'
import type { AttendantDeviceRow, CheckInRequest, PairingRow } from '../../../src/db/attendant-schema.ts'
import { isDraft, type OutboxRow, STANDING } from '../../../src/db/outbox-row.ts'
import { GIFTS, ORDERS, PLANS } from '../../../src/db/kept-lists.ts'
import { DOCUMENT_DRAFT, DOCUMENTS } from '../../../src/db/scan-row.ts'
import { userHash } from '../../../src/db/user-hash.ts'
import type { Device } from '../world/device.ts'
import { rowsOf } from '../world/fake-database.ts'

/** Reads what a device stores, bypassing transactions: only while none is writing is it what a driver would see. */

export const sessionOf = (device: Device): SessionRow | undefined =>
  rowsOf(device.storage.factory, `${device.name}-session`, 'session')[0] as SessionRow | undefined

const userRows = (device: Device, userId: string, store: string): readonly unknown[] =>
  rowsOf(device.storage.factory, `${device.name}-user-${userHash(userId)}`, store)

export const outboxOf = (device: Device, userId: string): readonly OutboxRow[] =>
  userRows(device, userId, 'outbox') as readonly OutboxRow[]

export const checkInsOf = (device: Device): readonly CheckInRequest[] =>
  rowsOf(device.storage.factory, `${device.name}-device`, 'outbox') as readonly CheckInRequest[]

const pairingRows = (device: Device): readonly (AttendantDeviceRow | PairingRow)[] =>
  rowsOf(device.storage.factory, `${device.name}-device`, 'device') as readonly (AttendantDeviceRow | PairingRow)[]

/** The attendant's phone that this device is paired as. */
export const attendantOf = (device: Device): AttendantDeviceRow | undefined =>
  pairingRows(device).find((row) => row.id === 'device')

/** Key of a pairing request without an answer. */
export const pairingKeyOf = (device: Device): string | undefined =>
  pairingRows(device).find((row) => row.id === 'pairing')?.key

export const bookingsOf = (device: Device, userId: string): readonly BookingRow[] =>
  userRows(device, userId, 'bookings') as readonly BookingRow[]

export const vehiclesOf = (device: Device, userId: string): readonly VehicleRow[] =>
  userRows(device, userId, 'vehicles') as readonly VehicleRow[]

export const favouritesOf = (device: Device, userId: string): readonly FavouriteRow[] =>
  userRows(device, userId, 'favourites') as readonly FavouriteRow[]

/** Reads the stored lists of the shop. */
export function keptOf(device: Device, userId: string) {
  const rows = userRows(device, userId, 'saved') as readonly SavedRow[]
  const row = (key: string): SavedRow | undefined => rows.find((one) => one.key === key)
  return {
    orders: row(ORDERS)?.orders ?? [],
    gifts: row(GIFTS)?.gifts ?? [],
    plans: row(PLANS)?.subscriptions ?? [],
    renewals: row(DOCUMENTS)?.documents?.renewals ?? [],
    scans: row(DOCUMENTS)?.documents?.scans ?? [],
    draft: row(DOCUMENT_DRAFT)?.draft ?? null,
  }
}

export const isWaitingRow = ({ state }: OutboxRow): boolean => STANDING[state] === 'waiting'

/** Whether only the driver can settle the row: an open request of lane `now`. */
export const isOpenNow = (row: OutboxRow): boolean => row.lane === 'now' && isWaitingRow(row) && !isDraft(row)

/** Sorts the same row objects: a write replaces a row and never changes it. */
export const bySeq = (rows: readonly OutboxRow[]): readonly OutboxRow[] => rows.toSorted((a, b) => a.seq - b.seq)
