import * as v from 'valibot'
import { GEO_CACHE_MS } from '../config/limits.ts'
import { type Geo, geoSchema } from '../contract/places.ts'
import { type Country, type CountryCode, findCountry, getCountry } from '../domain/country.ts'
import { systemClock } from '../lib/clock.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { deletePageSnapshots } from '../lib/page-snapshots.ts'
import { selectedCountry } from '../signals/selected-country.ts'

/** Sets the driver's own choice; everything that depends on the country updates itself. */
export function selectCountry(code: CountryCode): void {
  // Page snapshots show another country's currency.
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

/** Returns where the phone's address was located within the last hour, whatever the driver has chosen since. */
export function findDetected(nowMs: number = systemClock.now()): DetectedPlace | undefined {
  const geo = findCachedGeo(nowMs)
  const country = findCountryOf(geo)
  if (geo === undefined || country === undefined) return undefined
  return { code: country.code, ip: geo.ip, place: geo.city ?? geo.region }
}

/** Key required by the specification. */
const CACHE_KEY = 'userIPData'

const cachedSchema = v.pipe(v.string(), v.parseJson(), v.object({ geo: geoSchema, expiresAt: v.number() }))

/** Returns the location of the phone's address, if it was determined within the last hour. */
export function findCachedGeo(nowMs: number): Geo | undefined {
  const parsed = v.safeParse(cachedSchema, readLocalText(CACHE_KEY))
  const leftMs = parsed.success ? parsed.output.expiresAt - nowMs : 0
  // A longer remainder than we ever store means that the clock was wrong at that time.
  if (parsed.success && leftMs > 0 && leftMs <= GEO_CACHE_MS) return parsed.output.geo
  removeLocalText(CACHE_KEY)
  return undefined
}

export const cacheGeo = (geo: Geo, nowMs: number): void =>
  void writeLocalText(CACHE_KEY, JSON.stringify({ geo, expiresAt: nowMs + GEO_CACHE_MS }))

/** Looks up by code, otherwise by name: some services return only one of them. */
export const findCountryOf = (geo: Geo | undefined): Country | undefined =>
  findCountry(geo?.country_code ?? '') ?? findCountry(geo?.country ?? '')
