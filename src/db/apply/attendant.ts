import type { AttendantPark, CheckInRequest, DayListRow, PairingRow } from '../attendant-schema.ts'
import { STANDING, statesThatAre } from '../outbox-row.ts'
import type { Databases } from '../databases.ts'
import { onDevice } from '../with-db.ts'

/**
 * Runs before the code is sent. A code that was already sent keeps its key, so that a lost answer can be requested
 * again.
 */
export const keepPairing = (dbs: Databases, code: string, key: string): Promise<PairingRow> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device], async () => {
      const known = await db.device.get('pairing')
      if (known?.id === 'pairing' && known.code === code) return known
      const row: PairingRow = { id: 'pairing', code, key }
      await db.device.put(row)
      return row
    }),
  )

export interface Paired {
  readonly deviceId: string
  readonly token: string
  readonly parks: readonly AttendantPark[]
}

/** Records of an earlier pairing stay under its own name and are never sent as this one. */
export const applyPairing = (dbs: Databases, { deviceId, token, parks }: Paired): Promise<void> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device, db.dayLists], async () => {
      await db.dayLists.clear()
      await db.device.delete('pairing')
      await db.device.put({ id: 'device', deviceId, token, parks, parkCode: parks[0]?.code ?? '', live: true })
    }),
  )

/** Changes only the device that the request was about: another one may have been paired meanwhile. */
const change = (
  dbs: Databases,
  deviceId: string,
  fields: Partial<{ live: boolean; parkCode: string; parks: readonly AttendantPark[] }>,
): Promise<void> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device], async () => {
      const row = await db.device.get('device')
      if (row?.id === 'device' && row.deviceId === deviceId) await db.device.put({ ...row, ...fields })
    }),
  )

/** Marks this phone as unknown to the provider. */
export const applyUnpaired = (dbs: Databases, deviceId: string): Promise<void> => change(dbs, deviceId, { live: false })

export const applySelectedPark = (dbs: Databases, deviceId: string, parkCode: string): Promise<void> =>
  change(dbs, deviceId, { parkCode })

/**
 * Stores a list only for the pairing that requested it, and never over a list issued later: another tab may have
 * fetched one.
 */
export const applyDayList = (dbs: Databases, token: string, row: DayListRow): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device, db.dayLists], async () => {
      const device = await db.device.get('device')
      const known = await db.dayLists.get(row.parkCode)
      const isOwn = device?.id === 'device' && device.token === token
      if (isOwn && (known === undefined || known.list.issuedAt <= row.list.issuedAt)) await db.dayLists.put(row)
    }),
  )

/**
 * A row that has an answer keeps it: a worker that slept while another sent the same rows would otherwise make them
 * wait again.
 */
export const applyCheckIns = (dbs: Databases, rows: readonly CheckInRequest[]): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', db.outbox, async () => {
      const stored = await db.outbox.bulkGet(rows.map(({ id }) => id))
      await db.outbox.bulkPut(rows.filter((_, index) => isOpen(stored[index])))
    }),
  )

const isOpen = (stored: CheckInRequest | undefined): boolean =>
  stored !== undefined && STANDING[stored.state] === 'waiting'

/**
 * Removes old rows that the provider has or that were only noted. Waiting and refused rows are never removed
 * automatically.
 */
export const sweepCheckIns = (dbs: Databases, before: number): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.outbox
      .where('state')
      .anyOf(statesThatAre('over'))
      .filter(({ command }) => command.at < before)
      .delete(),
  )

/** Erases everything that belongs to the pairing. */
export const wipeAttendant = (dbs: Databases): Promise<unknown> =>
  onDevice(dbs, (db) => db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear()))))
