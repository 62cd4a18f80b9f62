import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { listVehicles } from '../../api/vehicles.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import { pullStart } from '../../db/apply/user-rows.ts'
import { applyVehicles } from '../../db/apply/vehicles.ts'
import type { Result } from '../../lib/result.ts'
import type { Phone } from '../phone.ts'
import { afterRestore } from './after-restore.ts'

/** The whole list comes in one answer. */
export async function pullVehicles(phone: Phone, userId: string): Promise<Result<readonly Vehicle[], ApiError>> {
  const since = await pullStart(phone.dbs, userId)
  const answer = await listVehicles(clientAs(phone.client, userId))
  if (!answer.ok) return answer
  const pull = { vehicles: answer.value, since, savedAt: phone.clock.now() }
  if ((await applyVehicles(phone.dbs, userId, pull)) === 'restored') await afterRestore(phone, userId)
  return answer
}
