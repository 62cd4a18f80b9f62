import type { Geo } from '../../src/contract/places.ts'
import { isCountryCode, getCountry } from '../../src/domain/country.ts'
import type { GeoService } from '../../src/domain/geo-services.ts'

const ISO_COUNTRY = /^[A-Z]{2}$/
/** Country codes that proxies send for "unknown" and for Tor. */
const NO_COUNTRY = new Set(['XX', 'T1', 'ZZ'])

const nameOf = (code: string): string | null =>
  isCountryCode(code) ? getCountry(code).name : (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? null)

export interface GeoFacts {
  readonly address: string
  /** As sent by a proxy. */
  readonly country: string | undefined
  readonly services: readonly GeoService[]
}

/**
 * What the provider knows about a caller: the address, and the country when a configured proxy names one; otherwise the
 * services to ask.
 */
export function toGeo({ address, country, services }: GeoFacts): Geo {
  const code = country?.trim().toUpperCase() ?? ''
  const known = ISO_COUNTRY.test(code) && !NO_COUNTRY.has(code)
  return {
    ip: address === 'unknown' ? null : address,
    country_code: known ? code : null,
    country: known ? nameOf(code) : null,
    city: null,
    region: null,
    latitude: null,
    longitude: null,
    timezone: null,
    ...(known || services.length === 0 ? {} : { services: [...services] }),
  }
}
