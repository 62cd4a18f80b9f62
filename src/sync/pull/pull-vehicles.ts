import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { listVehicles } from '../../api/vehicles.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import { applyVehicles } from '../../db/apply/vehicles.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { afterRestore } from './after-restore.ts'
import { type Pulled, untilLanded } from './until-landed.ts'

type Vehicles = readonly Vehicle[]

async function ask(phone: AppContext, userId: string, since: number): Promise<Result<Pulled<Vehicles>, ApiError>> {
  const answer = await listVehicles(clientAs(phone.client, userId))
  if (!answer.ok) return answer
  const pull = { vehicles: answer.value, since, savedAt: phone.clock.now() }
  const landing = await applyVehicles(phone.dbs, userId, pull)
  if (landing === 'restored') await afterRestore(phone, userId)
  return ok({ value: answer.value, landing })
}

/** Pulls the whole list in one answer. */
export const pullVehicles = (phone: AppContext, userId: string, begun?: number): Promise<Result<Vehicles, ApiError>> =>
  untilLanded(phone, { userId, begun, ask: (since) => ask(phone, userId, since) })
