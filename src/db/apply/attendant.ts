import type { AttendantPark, CheckInRequest, DayListRow, PairingRow } from '../attendant-schema.ts'
import { STANDING, statesThatAre } from '../outbox-row.ts'
import type { Databases } from '../databases.ts'
import { onDevice } from '../with-db.ts'

/** Before it is sent: a code that was sent already keeps its key, so that a lost answer is asked for again. */
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

/** What an earlier pairing recorded stays, under its own name: it is never sent as this one. */
export const applyPairing = (dbs: Databases, { deviceId, token, parks }: Paired): Promise<void> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device, db.dayLists], async () => {
      await db.dayLists.clear()
      await db.device.delete('pairing')
      await db.device.put({ id: 'device', deviceId, token, parks, parkCode: parks[0]?.code ?? '', live: true })
    }),
  )

/** Only of the device that was asked about: another may have been paired meanwhile. */
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

/** The provider knows this phone no more. */
export const applyUnpaired = (dbs: Databases, deviceId: string): Promise<void> => change(dbs, deviceId, { live: false })

export const applySelectedPark = (dbs: Databases, deviceId: string, parkCode: string): Promise<void> =>
  change(dbs, deviceId, { parkCode })

/** Only for the pairing that it was asked for with, and never over a list that was issued later: another tab may have been at it. */
export const applyDayList = (dbs: Databases, token: string, row: DayListRow): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', [db.device, db.dayLists], async () => {
      const device = await db.device.get('device')
      const known = await db.dayLists.get(row.parkCode)
      const isOwn = device?.id === 'device' && device.token === token
      if (isOwn && (known === undefined || known.list.issuedAt <= row.list.issuedAt)) await db.dayLists.put(row)
    }),
  )

/** What has an answer keeps it: a worker that slept while another sent the same rows would put them back among what waits. */
export const applyCheckIns = (dbs: Databases, rows: readonly CheckInRequest[]): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.transaction('rw', db.outbox, async () => {
      const stored = await db.outbox.bulkGet(rows.map(({ id }) => id))
      await db.outbox.bulkPut(rows.filter((_, index) => isOpen(stored[index])))
    }),
  )

const isOpen = (stored: CheckInRequest | undefined): boolean =>
  stored !== undefined && STANDING[stored.state] === 'waiting'

/** What the provider has, and what was only noted, goes after a while; what waits or was refused never by itself. */
export const sweepCheckIns = (dbs: Databases, before: number): Promise<unknown> =>
  onDevice(dbs, (db) =>
    db.outbox
      .where('state')
      .anyOf(statesThatAre('over'))
      .filter(({ command }) => command.at < before)
      .delete(),
  )

/** Nothing of the pairing stays. */
export const wipeAttendant = (dbs: Databases): Promise<unknown> =>
  onDevice(dbs, (db) => db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear()))))
