import type { AttendantDb, AttendantDeviceRow, CheckInRequest, DayListRow, DeviceOwner } from '../attendant-schema.ts'
import type { LoggedCheckIn } from '../../domain/gate-log.ts'
import { STANDING, statesThatAre } from '../outbox-row.ts'
import { databases, type Databases } from '../databases.ts'
import { onDevice } from '../with-db.ts'

export type { AttendantDeviceRow, AttendantPark, CheckInRequest, DayListRow } from '../attendant-schema.ts'
export { deviceOwner } from '../attendant-schema.ts'

const findRow = async (db: AttendantDb): Promise<AttendantDeviceRow | undefined> => {
  const row = await db.device.get('device')
  return row?.id === 'device' ? row : undefined
}

/** Returns undefined when this phone is paired to no car park. */
export const findAttendant = (dbs: Databases = databases): Promise<AttendantDeviceRow | undefined> =>
  onDevice(dbs, findRow)

export const findDayList = (parkCode: string, dbs: Databases = databases): Promise<DayListRow | undefined> =>
  onDevice(dbs, (db) => db.dayLists.get(parkCode))

/** A decision as shown at the gate. `noted`: a car that was refused entry; never sent. */
export interface CheckInRow extends LoggedCheckIn {
  readonly owner: DeviceOwner
  readonly state: 'waiting' | 'sent' | 'refused' | 'noted'
  readonly attempts: number
  /** Epoch milliseconds: earliest time to send it. */
  readonly nextAt: number
}

const stateOf = (state: CheckInRequest['state']): CheckInRow['state'] => {
  if (state === 'done') return 'sent'
  if (state === 'discarded') return 'noted'
  return STANDING[state] === 'waiting' ? 'waiting' : 'refused'
}

const toLogged = ({ command, owner, state, sentAt, flags, attempts, nextAt }: CheckInRequest): CheckInRow => ({
  ...command,
  owner,
  attempts,
  nextAt,
  state: stateOf(state),
  sentAt,
  flags,
})

/** Oldest first. */
export const readCheckIns = (dbs: Databases = databases): Promise<readonly CheckInRow[]> =>
  onDevice(dbs, async (db) => (await db.outbox.toArray()).map(toLogged))

/** Oldest first: nonces sort by creation time. */
export const readWaitingCheckIns = (dbs: Databases = databases): Promise<readonly CheckInRequest[]> =>
  onDevice(dbs, (db) => db.outbox.where('state').anyOf(statesThatAre('waiting')).sortBy('id'))

export interface GateState {
  readonly device: AttendantDeviceRow
  readonly saved: DayListRow | undefined
  /** For all car parks of this phone, oldest first. */
  readonly log: readonly CheckInRow[]
}

/** Returns all that the gate needs with no signal. Null when the phone is not paired. */
export const readGate = (dbs: Databases = databases): Promise<GateState | null> =>
  onDevice(dbs, (db) =>
    db.transaction('r', [db.device, db.dayLists, db.outbox], async () => {
      const device = await findRow(db)
      if (device === undefined) return null
      const [saved, log] = await Promise.all([db.dayLists.get(device.parkCode), db.outbox.toArray()])
      return { device, saved, log: log.map(toLogged) }
    }),
  )
