import { getParkReviews } from '../api/park-reviews.ts'
import { applyParkReviews } from '../db/apply/park-reviews.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Downloads one page of a car park's reviews, to be read with no signal too. */
export const loadMoreReviews = (
  { parkId, page }: { readonly parkId: number; readonly page: number },
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => getParkReviews(phone.client, { parkId, page }))
    if (!answer.ok) return answer
    await applyParkReviews(phone.dbs, { parkId, list: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })

/** Downloads the latest page. */
export const loadParkReviews = (parkId: number, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  loadMoreReviews({ parkId, page: 1 }, phone)
