import type * as v from 'valibot'
import {
  freeSpacesAll,
  type FreeSpacesWire,
  type Park,
  parkList,
  parkSingle,
  type ParkTile,
  parkTiles,
} from '../contract/parks.ts'
import { type Instant, toRfc3339 } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { isSameCode } from '../domain/code.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { parkPath } from './park-path.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export interface ParkListQuery {
  readonly page: number
  readonly size: number
  readonly country?: string
  readonly search?: string
  readonly lat?: number
  readonly lng?: number
  readonly kind?: Park['kind']
  /** Only parks known to have it. */
  readonly covered?: '1'
  readonly ev?: '1'
  readonly accessible?: '1'
  /** Clearance that the vehicle needs, metres. */
  readonly height?: number
  /** `next` of the previous page. */
  readonly after?: string
}

/** Lists car parks, nearest first when a position is given. */
export const listParks = (client: Client, query: ParkListQuery): Answer<v.InferOutput<typeof parkList>> =>
  client.send<v.InferOutput<typeof parkList>>({
    method: 'GET',
    path: '/parks/front/parks/',
    query: { ...query },
    schema: parkList,
    isAnswer: (list) => list.page === query.page,
    as: 'anyone',
  })

/**
 * Fetches whole tiles of at most `CELLS_PER_CALL` cells. A cell left out of the answer is unknown: its parks did not
 * fit.
 */
export async function listTiles(client: Client, cells: readonly number[]): Answer<readonly ParkTile[]> {
  const query = { cells: cells.join(',') }
  const asked = new Set(cells)
  const answer = await client.send({
    method: 'GET',
    path: '/parks/cells',
    query,
    schema: parkTiles,
    isAnswer: ({ data }) => data.every((tile) => asked.has(tile.cell)),
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

const isNamed = (park: Park, name: string): boolean =>
  park.slug === name.toLowerCase() || isSameCode(park.code, name) || String(park.id) === name

/** By id, slug or code. */
export async function getPark(client: Client, park: string): Answer<Park> {
  const isAnswer = ({ data }: { data: Park }): boolean => isNamed(data, park)
  const answer = await client.send({ method: 'GET', path: parkPath(park), schema: parkSingle, isAnswer, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}

export interface FreeSpacesQuery {
  /** At most `PARKS_PER_CALL`. */
  readonly parkIds: readonly number[]
  readonly fromMs: Instant
  readonly untilMs: Instant
}

/** Returns the spaces free for a whole stay; a park unknown to the provider is left out. */
export async function listFreeSpaces(client: Client, query: FreeSpacesQuery): Answer<readonly FreeSpacesWire[]> {
  const asked = new Set(query.parkIds)
  const answer = await client.send({
    method: 'GET',
    path: '/parks/free',
    query: {
      ids: query.parkIds.join(','),
      start_time: toRfc3339(query.fromMs),
      end_time: toRfc3339(query.untilMs),
    },
    schema: freeSpacesAll,
    isAnswer: ({ data }) => data.every(({ park_id: id }) => asked.has(id)),
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
