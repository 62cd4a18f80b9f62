import type { Park } from '../contract/parks.ts'

/** What a page of the list of car parks was asked for with. */
export interface ParkPageQuery {
  readonly country: Park['country_code']
  readonly text: string
  readonly kind: Park['kind'] | null
  /** From 1. */
  readonly page: number
}

export const PARK_PAGES = 'parks-'

/** The row of `saved` with that page. */
export const parkPageKey = ({ country, text, kind, page }: ParkPageQuery): string =>
  `${PARK_PAGES}${country}-${kind ?? ''}-${page}-${text.toLowerCase()}`
