// Rarely rendered: memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import type { CountryGuess } from './country-guess.ts'

/** Says that the country is a guess, and where the guess comes from. Never shows an IP address. */
export function CountryGuessText({ guess: { origin, code } }: { readonly guess: CountryGuess }) {
  const { t } = useLingui()
  const format = useFormat()
  const name = code === undefined ? null : format.country(code)
  const fromClock = name !== null && t`${name} is a guess from this phone’s clock.`
  switch (origin) {
    case 'detecting':
      return t`Detecting your location...`
    case 'connection':
      return t`${name} is a guess from your connection.`
    case 'failed':
      return (
        <>
          {fromClock} {t`We couldn’t tell your country. Choose it:`}
        </>
      )
    case 'not-served':
      return (
        <>
          {fromClock} {t`Baywise isn’t in your country yet. Choose another:`}
        </>
      )
    case 'chosen':
      return null
    default:
      return unreachable(origin)
  }
}
