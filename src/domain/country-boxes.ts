import type { LatLng } from '../lib/cell.ts'

/** Approximate west, south, east, north of the four countries. */
const COUNTRY_BOXES: ReadonlyArray<readonly [west: number, south: number, east: number, north: number]> = [
  [-141.1, 41.6, -52.6, 83.2],
  [2.6, 4.2, 14.7, 13.9],
  [-17.6, 12.2, -11.3, 16.7],
  [-179.2, 18.9, -66.9, 71.5],
]

export const isInCountries = ({ lat, lng }: LatLng): boolean =>
  COUNTRY_BOXES.some(([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north)

/**
 * Returns the intended position when latitude and longitude were swapped. Returns null when the position is plausible,
 * or neither order is.
 */
export function findExchanged({ lat, lng }: LatLng): LatLng | null {
  const exchanged = { lat: lng, lng: lat }
  return !isInCountries({ lat, lng }) && isInCountries(exchanged) ? exchanged : null
}
