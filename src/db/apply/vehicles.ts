import type { Vehicle } from '../../contract/vehicles.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { UserDb, VehicleRow } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { forgetLedger, isStep } from './restored.ts'
import { sweep, writeAsUser } from './user-rows.ts'

const tablesOf = (db: UserDb) => [db.vehicles, db.gone, db.counters, db.intents, db.outbox, db.saved]

interface Incoming {
  readonly vehicles: readonly Vehicle[]
  readonly savedAt: number
  /** Where the pull began that brought them; absent: the answer to a write, perhaps a repeated one. */
  readonly since?: number
}

/** A row that was stored after the pull began is the later word, unless the pull brings a later version. */
const isNewer = ({ version }: Vehicle, known: VehicleRow | undefined, since: number | undefined): boolean => {
  if (known === undefined || version > known.vehicle.version) return true
  return since === undefined ? version === known.vehicle.version : known.seq <= since
}

/** Gives what was taken. */
async function putNewer(db: UserDb, { vehicles, since, savedAt }: Incoming): Promise<readonly Vehicle[]> {
  const known = await db.vehicles.bulkGet(vehicles.map((vehicle) => vehicle.id))
  const newer = vehicles.filter((vehicle, index) => isNewer(vehicle, known[index], since))
  if (newer.length === 0) return newer
  const seq = await nextSeq(db)
  await db.vehicles.bulkPut(newer.map((vehicle) => ({ id: vehicle.id, vehicle, seq, savedAt })))
  return newer
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
      await putNewer(db, { vehicles: [vehicle], savedAt })
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

async function isEarlier(db: UserDb, { vehicles, since }: VehiclePull): Promise<boolean> {
  const known = await db.vehicles.bulkGet(vehicles.map((vehicle) => vehicle.id))
  return vehicles.some(({ version }, index) => {
    const row = known[index]
    return row !== undefined && isStep({ version: row.vehicle.version, seq: row.seq }, { version, since }) === 'back'
  })
}

async function putList(db: UserDb, pull: VehiclePull): Promise<void> {
  const gone = new Set((await db.gone.filter((row) => row.seq > pull.since).toArray()).map((row) => row.id))
  const vehicles = pull.vehicles.filter((vehicle) => !gone.has(vehicle.id))
  const taken = await putNewer(db, { ...pull, vehicles })
  await sweep(db.vehicles, { kept: new Set(vehicles.map((vehicle) => vehicle.id)), since: pull.since })
  // A row that was stored meanwhile may still call itself the default: there is one.
  const chosen = taken.find((vehicle) => vehicle.is_default)
  if (chosen !== undefined) await endOtherDefaults(db, chosen.id)
  await db.gone.filter((row) => row.seq <= pull.since).delete()
  await db.saved.put({ key: 'vehicles', savedAt: pull.savedAt })
}

/** `restored`: the provider has gone back to an earlier state. What it holds now is taken all the same. */
export async function applyVehicles(
  dbs: Databases,
  userId: string,
  pull: VehiclePull,
): Promise<'applied' | 'restored'> {
  let restored = false
  await writeAsUser(dbs, userId, async (db) => {
    restored = await isEarlier(db, pull)
    if (restored) await forgetLedger(db, pull.savedAt)
    await db.transaction('rw', tablesOf(db), () => putList(db, pull))
  })
  return restored ? 'restored' : 'applied'
}
