import * as v from 'valibot'
import { GEO_CACHE_MS } from '../config/limits.ts'
import { type Geo, geoSchema } from '../contract/places.ts'
import { type Country, type CountryCode, findCountry, getCountry } from '../domain/country.ts'
import { systemClock } from '../lib/clock.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { deletePageSnapshots } from '../lib/page-snapshots.ts'
import { selectedCountry } from '../signals/selected-country.ts'

/** The driver's own choice; everything that follows the country changes by itself. */
export function selectCountry(code: CountryCode): void {
  // The stills show another country's money.
  deletePageSnapshots()
  selectedCountry.set({
    code,
    name: getCountry(code).name,
    autoDetected: false,
    fallback: false,
    ip: null,
    city: null,
    region: null,
  })
}

export interface DetectedPlace {
  readonly code: CountryCode
  readonly ip: string | null
  readonly place: string | null
}

/** Where the phone's address was found to be within the last hour, whatever the driver has chosen since. */
export function findDetected(nowMs: number = systemClock.now()): DetectedPlace | undefined {
  const geo = findCachedGeo(nowMs)
  const country = findCountryOf(geo)
  if (geo === undefined || country === undefined) return undefined
  return { code: country.code, ip: geo.ip, place: geo.city ?? geo.region }
}

/** The specification's name. */
const CACHE_KEY = 'userIPData'

const cachedSchema = v.pipe(v.string(), v.parseJson(), v.object({ geo: geoSchema, expiresAt: v.number() }))

/** What was found out about the phone's address within the last hour. */
export function findCachedGeo(nowMs: number): Geo | undefined {
  const parsed = v.safeParse(cachedSchema, readLocalText(CACHE_KEY))
  const leftMs = parsed.success ? parsed.output.expiresAt - nowMs : 0
  // More than was ever given: the clock was wrong when it was stored.
  if (parsed.success && leftMs > 0 && leftMs <= GEO_CACHE_MS) return parsed.output.geo
  removeLocalText(CACHE_KEY)
  return undefined
}

export const cacheGeo = (geo: Geo, nowMs: number): void =>
  void writeLocalText(CACHE_KEY, JSON.stringify({ geo, expiresAt: nowMs + GEO_CACHE_MS }))

/** By code, else by name: some services know only one of them. */
export const findCountryOf = (geo: Geo | undefined): Country | undefined =>
  findCountry(geo?.country_code ?? '') ?? findCountry(geo?.country ?? '')
