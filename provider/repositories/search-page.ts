import type { Park } from '../../src/contract/parks.ts'
import type { LatLng } from '../../src/lib/cell.ts'
import type { PlaceInOrder } from '../rules/page-end.ts'

export interface ParkPage {
  readonly page: number
  readonly size: number
  /**
   * Place where the previous page ended, used instead of its number: rows added or removed since do not shift the page.
   */
  readonly after: PlaceInOrder | null
  readonly nowMs: number
}

export interface NearPage extends ParkPage {
  readonly centre: LatLng
}

export interface ParkRows {
  readonly items: readonly Park[]
  /** Exact for a list by country and kind; at most SEARCH_LIMIT for searches by distance, name or needs. */
  readonly total: number
  /** Place of the last item; null for an empty page. */
  readonly end: PlaceInOrder | null
}

/** A found park and its place in the search order. */
export interface Found {
  readonly id: number
  readonly place: PlaceInOrder
}

export interface FoundPage {
  readonly shown: readonly Found[]
  readonly total: number
}
