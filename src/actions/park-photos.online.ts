import { getParkPhotos } from '../api/park-photos.ts'
import { applyParkPhotos } from '../db/apply/park-photos.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Downloads the list of a car park's photos with their texts, to be shown with no signal on the next visit. */
export const loadParkPhotos = (parkId: number, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => getParkPhotos(phone.client, parkId))
    if (!answer.ok) return answer
    await applyParkPhotos(phone.dbs, { photos: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })
