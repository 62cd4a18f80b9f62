import type { Vehicle } from '../../contract/vehicles.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { UserDb, VehicleRow } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { sweep, writeAsUser } from './user-rows.ts'

const tablesOf = (db: UserDb) => [db.vehicles, db.gone, db.counters, db.intents, db.outbox, db.saved]

/** At the same version, a row that was stored after the pull began is the later word. */
const isNewer = (vehicle: Vehicle, known: VehicleRow | undefined, since: number): boolean =>
  known === undefined ||
  vehicle.version > known.vehicle.version ||
  (vehicle.version === known.vehicle.version && known.seq <= since)

type Incoming = Pick<VehiclePull, 'vehicles' | 'since' | 'savedAt'>

async function putNewer(db: UserDb, { vehicles, since, savedAt }: Incoming): Promise<void> {
  const known = await db.vehicles.bulkGet(vehicles.map((vehicle) => vehicle.id))
  const newer = vehicles.filter((vehicle, index) => isNewer(vehicle, known[index], since))
  if (newer.length === 0) return
  const seq = await nextSeq(db)
  await db.vehicles.bulkPut(newer.map((vehicle) => ({ id: vehicle.id, vehicle, seq, savedAt })))
}

export interface VehicleAnswer {
  readonly vehicle: Vehicle
  readonly intentId?: string
  /** The end of the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/** Its own event: a pull under way that still saw the old default does not bring it back. */
async function endOtherDefaults(db: UserDb, defaultId: string): Promise<void> {
  const seq = await nextSeq(db)
  await db.vehicles
    .filter((row) => row.id !== defaultId && row.vehicle.is_default)
    .modify({ 'vehicle.is_default': false, seq })
}

/** The acknowledgement of a write. A driver has one default vehicle, so a new default ends the old one. */
export const applyVehicle = (dbs: Databases, userId: string, answer: VehicleAnswer): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', tablesOf(db), async () => {
      const { vehicle, savedAt } = answer
      await putNewer(db, { vehicles: [vehicle], since: Number.MAX_SAFE_INTEGER, savedAt })
      if (vehicle.is_default) await endOtherDefaults(db, vehicle.id)
      if (answer.intentId !== undefined) await db.intents.delete(answer.intentId)
      if (answer.outbox !== undefined) await changeOutboxRow(db, answer.outbox)
    }),
  )

/** The acknowledgement of a deletion; remembered, so that a pull already under way does not bring the row back. */
export const applyVehicleGone = (
  dbs: Databases,
  userId: string,
  gone: { vehicleId: string; intentId?: string; outbox?: OutboxChange },
): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', tablesOf(db), async () => {
      await db.vehicles.delete(gone.vehicleId)
      await db.gone.put({ id: gone.vehicleId, seq: await nextSeq(db) })
      if (gone.intentId !== undefined) await db.intents.delete(gone.intentId)
      if (gone.outbox !== undefined) await changeOutboxRow(db, gone.outbox)
    }),
  )

export interface VehiclePull {
  /** The whole list. */
  readonly vehicles: readonly Vehicle[]
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
}

export const applyVehicles = (dbs: Databases, userId: string, pull: VehiclePull): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', tablesOf(db), async () => {
      const gone = new Set((await db.gone.filter((row) => row.seq > pull.since).toArray()).map((row) => row.id))
      const vehicles = pull.vehicles.filter((vehicle) => !gone.has(vehicle.id))
      await putNewer(db, { ...pull, vehicles })
      await sweep(db.vehicles, { kept: new Set(vehicles.map((vehicle) => vehicle.id)), since: pull.since })
      await db.gone.filter((row) => row.seq <= pull.since).delete()
      await db.saved.put({ key: 'vehicles', savedAt: pull.savedAt })
    }),
  )
