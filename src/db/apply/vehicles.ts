import type { Vehicle } from '../../contract/vehicles.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { UserDb, VehicleRow } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { findOvertaking, type Landing, noteLanded } from './pull-order.ts'
import { forgetLedger, LEDGER, type Step, stepTo } from './restored.ts'
import { asUser, writeAsUser } from '../as-user.ts'

const TABLES = ['vehicles', 'gone', 'outbox'] as const

interface Incoming {
  readonly vehicles: readonly Vehicle[]
  readonly savedAt: number
  /** Start of the pull that fetched them; absent for the answer to a write, possibly a replayed one. */
  readonly since?: number
}

const stepOf = (vehicle: Vehicle, known: VehicleRow | undefined, since: number | undefined): Step =>
  known === undefined ? 'forward' : stepTo(vehicle, { row: known.vehicle, seq: known.seq }, since)

/**
 * An id is never reused, so a deleted vehicle reappears only when the provider went back; a request sent after the
 * deletion shows that.
 */
async function withoutGone(db: UserDb, { vehicles, since = -1 }: Incoming): Promise<readonly Vehicle[]> {
  const gone = await db.gone.bulkGet(vehicles.map((vehicle) => vehicle.id))
  const back = gone.flatMap((row) => (row !== undefined && row.seq <= since ? [row.id] : []))
  await db.gone.bulkDelete(back)
  return vehicles.filter(({ id }, index) => gone[index] === undefined || back.includes(id))
}

/** Returns the vehicles that were stored. */
async function putNewer(db: UserDb, incoming: Incoming): Promise<readonly Vehicle[]> {
  const { since, savedAt } = incoming
  const vehicles = await withoutGone(db, incoming)
  const known = await db.vehicles.bulkGet(vehicles.map((vehicle) => vehicle.id))
  const newer = vehicles.filter((vehicle, index) => stepOf(vehicle, known[index], since) !== 'stale')
  if (newer.length === 0) return newer
  const seq = await nextSeq(db)
  await db.vehicles.bulkPut(newer.map((vehicle) => ({ id: vehicle.id, vehicle, seq, savedAt })))
  return newer
}

export interface VehicleAnswer {
  readonly vehicle: Vehicle
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/**
 * A driver has one default vehicle: the one that the provider wrote last. Clearing the others is an event of its own
 * with the provider's time, so that an answer with an older default does not restore it.
 */
async function keepOneDefault(db: UserDb, chosen: Vehicle): Promise<void> {
  const rows = await db.vehicles.filter(({ vehicle }) => vehicle.is_default).toArray()
  const writtenAt = ({ id, vehicle }: VehicleRow): number =>
    // On a tie the chosen vehicle wins.
    Date.parse(vehicle.updated_at) + (id === chosen.id ? 0.5 : 0)
  const [last, ...others] = rows.toSorted((a, b) => writtenAt(b) - writtenAt(a))
  if (last === undefined || others.length === 0) return
  const seq = await nextSeq(db)
  const { updated_at } = last.vehicle
  await db.vehicles.bulkPut(
    others.map((row) => ({ ...row, vehicle: { ...row.vehicle, is_default: false, updated_at }, seq })),
  )
}

/** Stores the answer to a write. */
export const applyVehicle = (dbs: Databases, userId: string, answer: VehicleAnswer): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: TABLES,
    async work(db) {
      const [taken] = await putNewer(db, { vehicles: [answer.vehicle], savedAt: answer.savedAt })
      if (taken?.is_default === true) await keepOneDefault(db, taken)
      if (answer.outbox !== undefined) await changeOutboxRow(db, answer.outbox)
    },
  })

/** Stores the answer to a deletion and remembers it, so that a running pull does not bring the row back. */
export const applyVehicleGone = (
  dbs: Databases,
  userId: string,
  gone: { vehicleId: string; outbox?: OutboxChange },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: TABLES,
    async work(db) {
      await db.vehicles.delete(gone.vehicleId)
      await db.gone.put({ id: gone.vehicleId, seq: await nextSeq(db) })
      if (gone.outbox !== undefined) await changeOutboxRow(db, gone.outbox)
    },
  })

export interface VehiclePull {
  /** The whole list. */
  readonly vehicles: readonly Vehicle[]
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
}

async function isEarlier(db: UserDb, { vehicles, since }: VehiclePull): Promise<boolean> {
  const known = await db.vehicles.bulkGet(vehicles.map((vehicle) => vehicle.id))
  return vehicles.some((vehicle, index) => stepOf(vehicle, known[index], since) === 'back')
}

/** Deletes vehicles missing from the list and remembers their ids; rows stored after the pull began stay. */
async function sweep(db: UserDb, { vehicles, since }: VehiclePull): Promise<void> {
  const kept = new Set(vehicles.map((vehicle) => vehicle.id))
  const swept = await db.vehicles.filter((row) => row.seq <= since && !kept.has(row.id)).primaryKeys()
  if (swept.length === 0) return
  const seq = await nextSeq(db)
  await db.vehicles.bulkDelete(swept)
  await db.gone.bulkPut(swept.map((id) => ({ id, seq })))
}

async function putList(db: UserDb, pull: VehiclePull): Promise<void> {
  const taken = await putNewer(db, pull)
  await sweep(db, pull)
  // A row stored meanwhile may also be marked as the default.
  const chosen = taken.find((vehicle) => vehicle.is_default)
  if (chosen !== undefined) await keepOneDefault(db, chosen)
  await noteLanded(db, 'vehicles', pull)
}

/** Accepts the provider's current state even where it has gone back to an earlier one. */
export async function applyVehicles(dbs: Databases, userId: string, pull: VehiclePull): Promise<Landing> {
  const work = async (db: UserDb): Promise<Landing> => {
    const overtaking = await findOvertaking(db, 'vehicles', pull.since)
    if (overtaking !== undefined) return overtaking
    const isRestored = await isEarlier(db, pull)
    if (isRestored) await forgetLedger(db, pull.savedAt)
    await putList(db, pull)
    return isRestored ? 'restored' : 'applied'
  }
  return (await asUser(dbs, userId, { tables: ['vehicles', 'gone', ...LEDGER], work })) ?? 'late'
}
