import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { listFavourites } from '../../api/favourites.ts'
import type { Favourite } from '../../contract/favourites.ts'
import { applyFavourites } from '../../db/apply/favourites.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { afterRestore } from './after-restore.ts'
import { type Pulled, untilLanded } from './until-landed.ts'

type Favourites = readonly Favourite[]

async function ask(phone: AppContext, userId: string, since: number): Promise<Result<Pulled<Favourites>, ApiError>> {
  const answer = await listFavourites(clientAs(phone.client, userId))
  if (!answer.ok) return answer
  const pull = { favourites: answer.value, since, savedAt: phone.clock.now() }
  const landing = await applyFavourites(phone.dbs, userId, pull)
  if (landing === 'restored') await afterRestore(phone, userId)
  return ok({ value: answer.value, landing })
}

/** Pulls the whole list in one answer. */
export const pullFavourites = (
  phone: AppContext,
  userId: string,
  begun?: number,
): Promise<Result<Favourites, ApiError>> =>
  untilLanded(phone, { userId, begun, ask: (since) => ask(phone, userId, since) })
