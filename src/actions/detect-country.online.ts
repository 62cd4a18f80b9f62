import * as v from 'valibot'
import { getGeo } from '../api/places.ts'
import { GEO_CACHE_MS } from '../config/limits.ts'
import { type Geo, geoSchema } from '../contract/places.ts'
import { findCountry, getCountry } from '../domain/country.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-text.ts'
import { type SelectedCountry, selectedCountry } from '../lib/selected-country.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'

/** The specification's name. */
const CACHE_KEY = 'userIPData'
/** The specification's default when nobody knows where the driver is. */
const FALLBACK = 'US'

const cachedSchema = v.pipe(v.string(), v.parseJson(), v.object({ geo: geoSchema, expiresAt: v.number() }))

function findCached(nowMs: number): Geo | undefined {
  const parsed = v.safeParse(cachedSchema, readLocalText(CACHE_KEY))
  const leftMs = parsed.success ? parsed.output.expiresAt - nowMs : 0
  // More than was ever given: the clock was wrong when it was stored.
  if (parsed.success && leftMs > 0 && leftMs <= GEO_CACHE_MS) return parsed.output.geo
  removeLocalText(CACHE_KEY)
  return undefined
}

async function findGeo(phone: Phone): Promise<Geo | undefined> {
  const cached = findCached(phone.clock.now())
  if (cached !== undefined) return cached
  const answer = await getGeo(phone.client)
  if (!answer.ok) return undefined
  writeLocalText(CACHE_KEY, JSON.stringify({ geo: answer.value, expiresAt: phone.clock.now() + GEO_CACHE_MS }))
  return answer.value
}

/**
 * The country of the phone's address as the provider sees it, believed for an hour; the marked default when it does not
 * know. Selects what it found. Never fails.
 */
export async function detectCountry(phone: Phone = thisPhone): Promise<SelectedCountry> {
  const geo = await findGeo(phone)
  const found = findCountry(geo?.country_code ?? '') ?? findCountry(geo?.country ?? '')
  const country = found ?? getCountry(FALLBACK)
  const selected: SelectedCountry = {
    code: country.code,
    name: country.name,
    autoDetected: found !== undefined,
    fallback: found === undefined,
    ip: geo?.ip ?? null,
    city: geo?.city ?? null,
    region: geo?.region ?? null,
  }
  selectedCountry.set(selected)
  return selected
}
