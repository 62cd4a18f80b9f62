import type { ApiError } from '../../api/api-error.ts'
import { listVehicles } from '../../api/vehicles.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import { pullStart } from '../../db/apply/user-rows.ts'
import { applyVehicles } from '../../db/apply/vehicles.ts'
import type { Result } from '../../lib/result.ts'
import type { Phone } from '../phone.ts'

/** The whole list comes in one answer. */
export async function pullVehicles(phone: Phone, userId: string): Promise<Result<readonly Vehicle[], ApiError>> {
  const since = await pullStart(phone.dbs, userId)
  const answer = await listVehicles(phone.client)
  if (answer.ok) await applyVehicles(phone.dbs, userId, { vehicles: answer.value, since, savedAt: phone.clock.now() })
  return answer
}
