import { type Favourite, favouriteAll, favouriteSingle } from '../contract/favourites.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

export async function listFavourites(client: Client): Promise<Result<readonly Favourite[], ApiError>> {
  const answer = await client.send({ method: 'GET', path: '/user/favourites', schema: favouriteAll, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Adds or removes a favourite; has no effect if it is already so. */
export const changeFavourite = ({
  parkId,
  isFavourite,
}: {
  readonly parkId: number
  readonly isFavourite: boolean
}): KeyedCall<Favourite> =>
  keyedData(
    { method: isFavourite ? 'PUT' : 'DELETE', path: `/user/favourites/${String(parkId)}` },
    favouriteSingle,
    (favourite) => favourite.park_id === parkId,
  )
