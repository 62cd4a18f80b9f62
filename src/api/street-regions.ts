import { tileRegionAll, type TileRegionWire } from '../contract/tiles.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Lists the areas for which the provider has streets. */
export async function listStreetRegions(client: Client): Promise<Result<readonly TileRegionWire[], ApiError>> {
  const answer = await client.send({ method: 'GET', path: '/tiles', schema: tileRegionAll, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}
