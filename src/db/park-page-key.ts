import type { LatLng } from '../lib/cell.ts'
import type { Park } from '../contract/parks.ts'

/** The query of one page of the car park list. */
export interface ParkPageQuery {
  readonly country: Park['country_code']
  readonly text: string
  readonly kind: Park['kind'] | null
  /** What each car park must have: words of the list's query. */
  readonly needs: readonly string[]
  readonly heightMetres: number | null
  /** Sorts by distance from this point. */
  readonly near: LatLng | null
  /** From 1. */
  readonly page: number
}

export const PARK_PAGES = 'parks-'

/**
 * Key of the `saved` row that holds that page. Text never contains a line break; a page without needs keeps its
 * original key.
 */
export function parkPageKey({ country, text, kind, page, needs, heightMetres, near }: ParkPageQuery): string {
  const plain = `${PARK_PAGES}${country}-${kind ?? ''}-${page}-${text.toLowerCase()}`
  if (needs.length === 0 && heightMetres === null && near === null) return plain
  const from = near === null ? '' : `${String(near.lat)},${String(near.lng)}`
  return [plain, needs.toSorted().join(','), heightMetres ?? '', from].join('\n')
}
