import { useSyncExternalStore } from 'react'
import type { CountryCode } from '../domain/country.ts'
import { countryOfZone } from '../domain/country-of-zone.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { countryDetection, type CountryDetection } from '../signals/country-detection.ts'
import { isCountryChosen } from '../signals/selected-country.ts'
import { useSelectedCountry } from '../queries/use-selected-country.ts'

/** The phone's clock may reveal the country when its IP address does not. */
const countryOfClock = (): CountryCode | undefined => countryOfZone(phoneZone())

/**
 * Returns the country that a search refers to by default: the one in use, or the clock's while that is unknown or only
 * the default.
 */
export function useLikelyCountry(): CountryCode | undefined {
  const country = useSelectedCountry()
  return country === null || country.fallback ? (countryOfClock() ?? country?.code) : country.code
}

export type GuessOrigin = 'detecting' | 'connection' | 'not-served' | 'failed' | 'chosen'

export interface CountryGuess {
  /** How the country in use was determined. */
  readonly origin: GuessOrigin
  /** Undefined when nothing suggests a country: the default used meanwhile may be far away. */
  readonly code: CountryCode | undefined
}

const onServer = (): CountryDetection => ({ isRunning: false, ip: null })

/** Returns the app's guess of the driver's country, or the driver's own choice. */
export function useCountryGuess(): CountryGuess {
  const country = useSelectedCountry()
  const { isRunning } = useSyncExternalStore(countryDetection.subscribe, countryDetection.get, onServer)
  if (country !== null && isCountryChosen(country)) return { origin: 'chosen', code: country.code }
  if (country === null || isRunning) return { origin: 'detecting', code: undefined }
  if (country.autoDetected) return { origin: 'connection', code: country.code }
  return { origin: country.errorFallback === true ? 'failed' : 'not-served', code: countryOfClock() }
}
