import type { VehicleKey, VehicleRow } from '../../../provider/repositories/vehicles.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { byText, type Memory, type StoredVehicle, toUuid } from './memory.ts'
import type { Part } from './rows.ts'

const toKey = ({ userId, vehicleId }: VehicleKey): string => `${userId} ${toUuid(vehicleId)}`

const toRow = ({ user_id: _user, created_at: _created, ...row }: StoredVehicle): VehicleRow => row

/** The default first, then in order of addition. */
const listOf = ({ vehicles }: Memory, userId: UserId): StoredVehicle[] =>
  vehicles
    .filter((row) => row.user_id === userId)
    .toSorted(
      (a, b) =>
        Number(b.is_default) - Number(a.is_default) ||
        a.created_at - b.created_at ||
        byText(a.vehicle_id, b.vehicle_id),
    )

const plateOf = (row: VehicleRow): string => [row.country_code, row.region ?? '', row.plate_normalised].join(' ')

/** The indexes `vehicles_one_plate` and `vehicles_one_default`. */
function checkUnique(memory: Memory, userId: UserId): void {
  const rows = listOf(memory, userId)
  if (new Set(rows.map(plateOf)).size < rows.length) throw new Error('Two vehicles of one driver have one plate')
  if (rows.filter((row) => row.is_default).length > 1) throw new Error('Two vehicles of one driver are the default')
}

type Names =
  | 'listVehicles'
  | 'findVehicle'
  | 'findOwnVehicle'
  | 'insertVehicle'
  | 'updateVehicle'
  | 'deleteVehicle'
  | 'makeDefault'

export const vehicleRows: Part<Names> = (memory) => {
  const { vehicles } = memory
  return {
    listVehicles: (userId) => listOf(memory, userId).map(toRow),
    findVehicle(key) {
      const row = vehicles.find(toKey(key))
      return row === undefined ? undefined : toRow(row)
    },
    findOwnVehicle(userId, vehicleId) {
      const row = vehicles.find(`${userId} ${toUuid(vehicleId)}`)
      return row === undefined
        ? undefined
        : { plate: row.plate_normalised, vehicle_type_id: row.vehicle_type_id as 1 | 2 | 3 | 4 }
    },
    insertVehicle(key, { fields, isDefault, nowMs }) {
      const row = { ...fields, vehicle_id: toUuid(key.vehicleId), is_default: isDefault, version: 1, updated_at: nowMs }
      vehicles.insert(toKey(key), { ...row, user_id: key.userId, created_at: nowMs })
      checkUnique(memory, key.userId)
      return row
    },
    updateVehicle(key, { fields, nowMs }) {
      const { version } = vehicles.must(toKey(key))
      const row = vehicles.update(toKey(key), { ...fields, version: version + 1, updated_at: nowMs })
      checkUnique(memory, key.userId)
      return toRow(row)
    },
    deleteVehicle: (key) => vehicles.delete(toKey(key)),
    makeDefault(key, nowMs) {
      const wanted = toUuid(key.vehicleId)
      for (const row of listOf(memory, key.userId)) {
        const is_default = row.vehicle_id === wanted
        const change = { is_default, updated_at: nowMs }
        if (row.is_default !== is_default)
          vehicles.update(toKey({ userId: key.userId, vehicleId: row.vehicle_id }), change)
      }
    },
  }
}
