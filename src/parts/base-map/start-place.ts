import type { CountryCode } from '../../domain/country.ts'
import type { LatLng } from '../../lib/cell.ts'

export interface StartPlace extends LatLng {
  readonly name: string
}

/**
 * The largest city of each country: where the map opens, downtown, before any search. Names are the same in both
 * languages.
 */
export const START_PLACE: Readonly<Record<CountryCode, StartPlace>> = {
  NG: { name: 'Lagos', lat: 6.4541, lng: 3.3947 },
  US: { name: 'New York', lat: 40.7128, lng: -74.006 },
  CA: { name: 'Toronto', lat: 43.6532, lng: -79.3832 },
  SN: { name: 'Dakar', lat: 14.6937, lng: -17.4441 },
}
