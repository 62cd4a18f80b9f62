import type { ApiError } from '../../api/api-error.ts'
import { getPark, listParks, listTiles, type ParkListQuery } from '../../api/parks.ts'
import { PAGE_SIZE, SEARCH_PAGES, TILE_RADIUS_METRES } from '../../config/limits.ts'
import { CELLS_PER_CALL, type Park } from '../../contract/parks.ts'
import { applyParkTiles } from '../../db/apply/park-tiles.ts'
import { applyParks } from '../../db/apply/parks.ts'
import { cellRanges, type LatLng } from '../../lib/cell.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'

export interface PulledParks {
  /** Number of results at the provider; more than were sent. */
  readonly total: number
  readonly parks: readonly Park[]
}

type SearchQuery = Omit<ParkListQuery, 'page' | 'size'>

async function pullPage(phone: AppContext, query: SearchQuery, page: number) {
  const answer = await listParks(phone.client, { ...query, page, size: PAGE_SIZE })
  if (answer.ok) await applyParks(phone.dbs, answer.value.items, phone.clock.now())
  return answer
}

/**
 * Pulls one page of a search, which is what a screen shows. The whole tiles around a position, or the next page of a
 * text search, follow in the background.
 */
export async function pullParks(phone: AppContext, query: SearchQuery): Promise<Result<PulledParks, ApiError>> {
  const first = await pullPage(phone, query, 1)
  if (!first.ok) return first
  const { items, total, pages, next } = first.value
  const { lat, lng } = query
  phone.inBackground(
    lat === undefined || lng === undefined
      ? pullRest(phone, query, { next, pages: Math.min(pages, SEARCH_PAGES) })
      : pullTilesAround(phone, { lat, lng }),
  )
  return ok({ total, parks: items })
}

/** Pulls only the first page of a text search, for suggestions while the driver types. */
export async function pullSearchPage(
  phone: AppContext,
  query: SearchQuery,
): Promise<Result<readonly Park[], ApiError>> {
  const answer = await pullPage(phone, query, 1)
  return answer.ok ? ok(answer.value.items) : answer
}

interface RestOfSearch {
  /** Undefined for a provider that only counts pages. */
  readonly next: string | undefined
  readonly pages: number
}

async function pullRest(phone: AppContext, query: SearchQuery, { next, pages }: RestOfSearch): Promise<void> {
  let after = next
  for (let page = 2; page <= pages; page += 1) {
    const answer = await pullPage(phone, after === undefined ? query : { ...query, after }, page)
    if (!answer.ok) return
    after = answer.value.next
  }
}

/**
 * Pulls complete tiles, so that parks removed by the provider leave the mirror too. Takes one round trip, unless there
 * are so many parks that an answer leaves cells out; those are requested again, as long as an answer brings any.
 */
async function pullTilesAround(phone: AppContext, at: LatLng): Promise<Result<unknown, ApiError>> {
  let cells = cellRanges(at, TILE_RADIUS_METRES)
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, step) => from + step))
    .slice(0, CELLS_PER_CALL)
  for (;;) {
    const startedAt = phone.clock.now()
    const answer = await listTiles(phone.client, cells)
    if (!answer.ok) return answer
    await applyParkTiles(phone.dbs, { tiles: answer.value, startedAt, savedAt: phone.clock.now() })
    const answered = new Set(answer.value.map(({ cell }) => cell))
    cells = cells.filter((cell) => !answered.has(cell))
    if (cells.length === 0 || answered.size === 0) return answer
  }
}

/** By slug, code or id. */
export async function pullPark(phone: AppContext, park: string): Promise<Result<Park, ApiError>> {
  const answer = await getPark(phone.client, park)
  if (answer.ok) await applyParks(phone.dbs, [answer.value], phone.clock.now())
  return answer
}
