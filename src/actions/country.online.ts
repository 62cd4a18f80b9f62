import { askGeoService } from '../api/geo-services.ts'
import { getGeo } from '../api/places.ts'
import { GEO_TIMEOUT_MS } from '../config/limits.ts'
import type { Geo } from '../contract/places.ts'
import { getCountry } from '../domain/country.ts'
import { isGeoService } from '../domain/geo-services.ts'
import { countryDetection } from '../signals/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../signals/selected-country.ts'
import { timeoutSignal } from '../lib/timers.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { findCountryOf, findCachedGeo, cacheGeo } from './country.ts'

/** The specification's default when the driver's location is unknown. */
const FALLBACK = 'US'

const isTold = (geo: Geo | undefined): boolean => geo !== undefined && (geo.country_code ?? geo.country) !== null

/**
 * Asks the provider first, and the public services that it names only when it does not know. The first answer with a
 * country wins.
 */
async function ask(phone: AppContext, isLate: () => boolean): Promise<Geo | undefined> {
  const own = await getGeo(phone.client)
  if (!own.ok) return undefined
  const { ip, services = [] } = own.value
  countryDetection.set({ ...countryDetection.get(), ip })
  if (isTold(own.value)) return own.value
  for (const service of services.filter(isGeoService)) {
    if (isLate()) break
    const geo = await askGeoService(phone, service)
    if (geo !== undefined && isTold(geo)) return { ...geo, ip: geo.ip ?? ip }
  }
  return own.value
}

/** Returns undefined after 10 s, even while services are being asked. */
async function findGeo(phone: AppContext): Promise<Geo | undefined> {
  const kept = findCachedGeo(phone.clock.now())
  if (kept !== undefined) return kept
  const { signal, cancel } = timeoutSignal(phone.timers, GEO_TIMEOUT_MS)
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const geo = await Promise.race([ask(phone, () => signal.aborted), late]).finally(cancel)
  // An answer without a country is not cached: asking again is free.
  if (geo !== undefined && isTold(geo)) cacheGeo(geo, phone.clock.now())
  return geo
}

function toSelected(geo: Geo | undefined): SelectedCountry {
  const found = findCountryOf(geo)
  const country = found ?? getCountry(FALLBACK)
  const isFallback = found === undefined
  return {
    code: country.code,
    name: country.name,
    autoDetected: !isFallback,
    fallback: isFallback,
    errorFallback: isFallback && !isTold(geo),
    ip: geo?.ip ?? null,
    city: geo?.city ?? null,
    region: geo?.region ?? null,
  }
}

/**
 * Determines the country of the phone's address, cached for an hour; the marked default when it is unknown or not
 * served. Selects it, unless the driver has chosen meanwhile. Never fails.
 */
export async function detectCountry(phone: AppContext = appContext): Promise<SelectedCountry> {
  const before = selectedCountry.get()
  countryDetection.set({ isRunning: true, ip: null })
  const selected = toSelected(await findGeo(phone))
  countryDetection.set({ isRunning: false, ip: selected.ip })
  if (selectedCountry.get() === before) selectedCountry.set(selected)
  return selected
}
