import type { Vehicle } from '../../src/contract/vehicles.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import type { VehicleFields } from '../rules/vehicles.ts'

export interface VehicleRow extends VehicleFields {
  readonly vehicle_id: string
  readonly is_default: boolean
  readonly version: number
  readonly updated_at: number
}

/** Every statement filters by user, so knowing an id alone is not enough. */
export interface VehicleKey {
  readonly userId: UserId
  readonly vehicleId: string
}

const COLUMNS = `vehicle_id, plate, plate_normalised, country_code, region, vehicle_type_id, label, colour, make, model,
  is_default, version, updated_at`

export const toVehicleWire = (row: VehicleRow): Vehicle => ({
  id: row.vehicle_id,
  plate: row.plate,
  plate_normalised: row.plate_normalised,
  country_code: row.country_code,
  region: row.region,
  vehicle_type_id: row.vehicle_type_id as Vehicle['vehicle_type_id'],
  label: row.label,
  colour: row.colour,
  make: row.make,
  model: row.model,
  is_default: row.is_default,
  version: row.version,
  updated_at: new Date(row.updated_at).toISOString(),
})

/** Lists vehicles, the default first, then in order of creation. */
export const listVehicles = (db: Queryable, userId: UserId): Promise<readonly VehicleRow[]> =>
  db.query<VehicleRow>(
    `select ${COLUMNS} from vehicles where user_id = $1 order by is_default desc, created_at, vehicle_id`,
    [userId],
  )

export async function findVehicle(db: Queryable, key: VehicleKey): Promise<VehicleRow | undefined> {
  const [row] = await db.query<VehicleRow>(`select ${COLUMNS} from vehicles where user_id = $1 and vehicle_id = $2`, [
    key.userId,
    key.vehicleId,
  ])
  return row
}

const toValues = (fields: VehicleFields) => [
  ...[fields.plate, fields.plate_normalised, fields.country_code, fields.region, fields.vehicle_type_id],
  ...[fields.label, fields.colour, fields.make, fields.model],
]

export async function insertVehicle(
  tx: Queryable,
  key: VehicleKey,
  vehicle: { readonly fields: VehicleFields; readonly isDefault: boolean; readonly nowMs: number },
): Promise<VehicleRow> {
  const [row] = await tx.query<VehicleRow>(
    `insert into vehicles (user_id, vehicle_id, plate, plate_normalised, country_code, region, vehicle_type_id, label, colour, make, model,
                           is_default, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) returning ${COLUMNS}`,
    [key.userId, key.vehicleId, ...toValues(vehicle.fields), vehicle.isDefault, new Date(vehicle.nowMs)],
  )
  if (row === undefined) throw new Error('A vehicle was not inserted')
  return row
}

export async function updateVehicle(
  tx: Queryable,
  key: VehicleKey,
  change: { readonly fields: VehicleFields; readonly nowMs: number },
): Promise<VehicleRow> {
  const [row] = await tx.query<VehicleRow>(
    `update vehicles set plate = $3, plate_normalised = $4, country_code = $5, region = $6, vehicle_type_id = $7, label = $8,
            colour = $9, make = $10, model = $11, version = version + 1, updated_at = $12
      where user_id = $1 and vehicle_id = $2 returning ${COLUMNS}`,
    [key.userId, key.vehicleId, ...toValues(change.fields), new Date(change.nowMs)],
  )
  if (row === undefined) throw new Error('A vehicle was gone under its own lock')
  return row
}

export async function deleteVehicle(tx: Queryable, key: VehicleKey): Promise<void> {
  await tx.query('delete from vehicles where user_id = $1 and vehicle_id = $2', [key.userId, key.vehicleId])
}

/** Two statements, because the unique index on the default is checked row by row. */
export async function makeDefault(tx: Queryable, key: VehicleKey, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await tx.query(
    'update vehicles set is_default = false, updated_at = $3 where user_id = $1 and is_default and vehicle_id <> $2',
    [key.userId, key.vehicleId, now],
  )
  await tx.query(
    'update vehicles set is_default = true, updated_at = $3 where user_id = $1 and vehicle_id = $2 and not is_default',
    [key.userId, key.vehicleId, now],
  )
}
