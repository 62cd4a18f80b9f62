import { useSyncExternalStore } from 'react'
import type { CountryCode } from '../domain/country.ts'
import { countryOfZone } from '../domain/country-of-zone.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { countryDetection, type CountryDetection } from '../signals/country-detection.ts'
import { isCountryChosen } from '../signals/selected-country.ts'
import { useSelectedCountry } from '../queries/use-selected-country.ts'

/** The clock of the phone may know the country where its address does not. */
const countryOfClock = (): CountryCode | undefined => countryOfZone(phoneZone())

/** What a search is about where nobody has said so: until the country in use is known, or while it is only the default, that of the clock. */
export function useLikelyCountry(): CountryCode | undefined {
  const country = useSelectedCountry()
  return country === null || country.fallback ? (countryOfClock() ?? country?.code) : country.code
}

export type GuessOrigin = 'detecting' | 'connection' | 'not-served' | 'failed' | 'chosen'

export interface CountryGuess {
  /** How the country in use came about. */
  readonly origin: GuessOrigin
  /** Undefined where nothing hints at a country: the default that is in use meanwhile may be far away. */
  readonly code: CountryCode | undefined
}

const onServer = (): CountryDetection => ({ isRunning: false, ip: null })

/** What the app believes about the driver's country before the driver has said so. */
export function useCountryGuess(): CountryGuess {
  const country = useSelectedCountry()
  const { isRunning } = useSyncExternalStore(countryDetection.subscribe, countryDetection.get, onServer)
  if (country !== null && isCountryChosen(country)) return { origin: 'chosen', code: country.code }
  if (country === null || isRunning) return { origin: 'detecting', code: undefined }
  if (country.autoDetected) return { origin: 'connection', code: country.code }
  return { origin: country.errorFallback === true ? 'failed' : 'not-served', code: countryOfClock() }
}
