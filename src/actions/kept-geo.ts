import * as v from 'valibot'
import { GEO_CACHE_MS } from '../config/limits.ts'
import { type Geo, geoSchema } from '../contract/places.ts'
import { type Country, findCountry } from '../domain/country.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-text.ts'

/** The specification's name. */
const CACHE_KEY = 'userIPData'

const cachedSchema = v.pipe(v.string(), v.parseJson(), v.object({ geo: geoSchema, expiresAt: v.number() }))

/** What was found out about the phone's address within the last hour. */
export function findKeptGeo(nowMs: number): Geo | undefined {
  const parsed = v.safeParse(cachedSchema, readLocalText(CACHE_KEY))
  const leftMs = parsed.success ? parsed.output.expiresAt - nowMs : 0
  // More than was ever given: the clock was wrong when it was stored.
  if (parsed.success && leftMs > 0 && leftMs <= GEO_CACHE_MS) return parsed.output.geo
  removeLocalText(CACHE_KEY)
  return undefined
}

export const keepGeo = (geo: Geo, nowMs: number): void =>
  void writeLocalText(CACHE_KEY, JSON.stringify({ geo, expiresAt: nowMs + GEO_CACHE_MS }))

/** By code, else by name: some services know only one of them. */
export const findCountryOf = (geo: Geo | undefined): Country | undefined =>
  findCountry(geo?.country_code ?? '') ?? findCountry(geo?.country ?? '')
