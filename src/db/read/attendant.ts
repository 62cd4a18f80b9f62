import type { AttendantDb, AttendantDeviceRow, CheckInRow, DayListRow } from '../attendant-schema.ts'
import { databases, type Databases } from '../databases.ts'
import { onDevice } from '../with-db.ts'

export type { AttendantDeviceRow, AttendantPark, CheckInRow, DayListRow } from '../attendant-schema.ts'
export { deviceOwner } from '../attendant-schema.ts'

const findRow = async (db: AttendantDb): Promise<AttendantDeviceRow | undefined> => {
  const row = await db.device.get('device')
  return row?.id === 'device' ? row : undefined
}

/** Undefined: this phone is paired to no car park. */
export const findAttendant = (dbs: Databases = databases): Promise<AttendantDeviceRow | undefined> =>
  onDevice(dbs, findRow)

export const findDayList = (parkCode: string, dbs: Databases = databases): Promise<DayListRow | undefined> =>
  onDevice(dbs, (db) => db.dayLists.get(parkCode))

/** Oldest first. */
export const readCheckIns = (dbs: Databases = databases): Promise<readonly CheckInRow[]> =>
  onDevice(dbs, (db) => db.checkIns.toArray())

export const readWaitingCheckIns = (dbs: Databases = databases): Promise<readonly CheckInRow[]> =>
  onDevice(dbs, (db) => db.checkIns.where('state').equals('waiting').sortBy('nonce'))

export interface GateState {
  readonly device: AttendantDeviceRow
  readonly saved: DayListRow | undefined
  /** Of all car parks of this phone, oldest first. */
  readonly log: readonly CheckInRow[]
}

/** All that the gate needs, with no signal. Null: not paired. */
export const readGate = (dbs: Databases = databases): Promise<GateState | null> =>
  onDevice(dbs, (db) =>
    db.transaction('r', [db.device, db.dayLists, db.checkIns], async () => {
      const device = await findRow(db)
      if (device === undefined) return null
      const [saved, log] = await Promise.all([db.dayLists.get(device.parkCode), db.checkIns.toArray()])
      return { device, saved, log }
    }),
  )
