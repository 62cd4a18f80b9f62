import type { BookingRow, SessionRow, VehicleRow } from '../../../src/db/schema.ts'
import type { Intent } from '../../../src/db/intent.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { userHash } from '../../../src/db/user-hash.ts'
import type { Device } from '../world/device.ts'
import { rowsOf } from '../world/fake-database.ts'

/** What one device holds, read past every transaction: only where none is writing is it what a driver would find. */

export const sessionOf = (device: Device): SessionRow | undefined =>
  rowsOf(device.storage.factory, `${device.name}-session`, 'session')[0] as SessionRow | undefined

const userRows = (device: Device, userId: string, store: string): readonly unknown[] =>
  rowsOf(device.storage.factory, `${device.name}-user-${userHash(userId)}`, store)

export const outboxOf = (device: Device, userId: string): readonly OutboxRow[] =>
  userRows(device, userId, 'outbox') as readonly OutboxRow[]

export const intentsOf = (device: Device, userId: string): readonly Intent[] =>
  userRows(device, userId, 'intents') as readonly Intent[]

export const bookingsOf = (device: Device, userId: string): readonly BookingRow[] =>
  userRows(device, userId, 'bookings') as readonly BookingRow[]

export const vehiclesOf = (device: Device, userId: string): readonly VehicleRow[] =>
  userRows(device, userId, 'vehicles') as readonly VehicleRow[]

export const isWaitingRow = ({ state }: OutboxRow): boolean => state === 'queued' || state === 'sending'

/** The row that was there, and the same object: rows are replaced when they are written, never changed. */
export const bySeq = (rows: readonly OutboxRow[]): readonly OutboxRow[] => rows.toSorted((a, b) => a.seq - b.seq)
