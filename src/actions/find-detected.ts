import type { CountryCode } from '../domain/country.ts'
import { systemClock } from '../lib/clock.ts'
import { findCountryOf, findKeptGeo } from './kept-geo.ts'

export interface DetectedPlace {
  readonly code: CountryCode
  readonly ip: string | null
  readonly place: string | null
}

/** Where the phone's address was found to be within the last hour, whatever the driver has chosen since. */
export function findDetected(nowMs: number = systemClock.now()): DetectedPlace | undefined {
  const geo = findKeptGeo(nowMs)
  const country = findCountryOf(geo)
  if (geo === undefined || country === undefined) return undefined
  return { code: country.code, ip: geo.ip, place: geo.city ?? geo.region }
}
