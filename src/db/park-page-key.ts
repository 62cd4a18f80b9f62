import type { LatLng } from '../lib/cell.ts'
import type { Park } from '../contract/parks.ts'

/** What a page of the list of car parks was asked for with. */
export interface ParkPageQuery {
  readonly country: Park['country_code']
  readonly text: string
  readonly kind: Park['kind'] | null
  /** What each must have: words of the list's query. */
  readonly needs: readonly string[]
  readonly heightMetres: number | null
  /** The nearest first, from there. */
  readonly near: LatLng | null
  /** From 1. */
  readonly page: number
}

export const PARK_PAGES = 'parks-'

/** The row of `saved` with that page. No text has a line break; a page without needs has the key that it always had. */
export function parkPageKey({ country, text, kind, page, needs, heightMetres, near }: ParkPageQuery): string {
  const plain = `${PARK_PAGES}${country}-${kind ?? ''}-${page}-${text.toLowerCase()}`
  if (needs.length === 0 && heightMetres === null && near === null) return plain
  const from = near === null ? '' : `${String(near.lat)},${String(near.lng)}`
  return [plain, needs.toSorted().join(','), heightMetres ?? '', from].join('\n')
}
