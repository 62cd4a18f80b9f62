import { listStreetRegions } from '../api/street-regions.ts'
import { applyStreetRegions } from '../db/apply/street-regions.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Downloads the list of areas with streets; the streets themselves are loaded when viewed. */
export const loadStreetRegions = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => listStreetRegions(phone.client))
    if (!answer.ok) return answer
    await applyStreetRegions(phone.dbs, { regions: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })
