import type { Park } from '../../src/contract/parks.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import type { PlaceInOrder } from '../rules/page-end.ts'

export interface ParkPage {
  readonly page: number
  readonly size: number
  /** Where the page before ended, in place of its number: rows that have come or gone since then shift nothing. */
  readonly after: PlaceInOrder | null
  readonly nowMs: number
}

export interface NearPage extends ParkPage {
  readonly centre: LatLng
}

export interface ParkRows {
  readonly items: readonly Park[]
  /** Exact for a list by country and kind; of what is near, named or needed at most SEARCH_LIMIT. */
  readonly total: number
  /** The place of the last item; null of an empty page. */
  readonly end: PlaceInOrder | null
}

/** A found park and its place in the order of the search. */
export interface Found {
  readonly id: number
  readonly place: PlaceInOrder
}

export interface FoundPage {
  readonly shown: readonly Found[]
  readonly total: number
}
