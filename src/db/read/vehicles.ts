import type { Vehicle } from '../../contract/vehicles.ts'
import { databases, type Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

const defaultFirst = (a: Vehicle, b: Vehicle): number =>
  Number(b.is_default) - Number(a.is_default) || a.plate_normalised.localeCompare(b.plate_normalised)

export async function vehiclesIn(db: UserDb): Promise<Saved<readonly Vehicle[]>> {
  const [rows, saved] = await Promise.all([db.vehicles.toArray(), db.saved.get('vehicles')])
  return { value: rows.map((row) => row.vehicle).toSorted(defaultFirst), savedAt: saved?.savedAt ?? null }
}

export const NO_VEHICLES: Saved<readonly Vehicle[]> = { value: [], savedAt: null }

/** Returns the driver's vehicles, the default first, then by plate. */
export const readVehicles = (dbs: Databases = databases): Promise<Saved<readonly Vehicle[]>> =>
  readAsUser<Saved<readonly Vehicle[]>>(dbs, NO_VEHICLES, vehiclesIn)
