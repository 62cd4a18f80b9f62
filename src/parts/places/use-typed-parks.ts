import { useEffect, useState } from 'react'
import { refineSearch } from '../../actions/parks.online.ts'
import type { CountryCode } from '../../domain/country.ts'
import { toSearchText } from '../../domain/search-text.ts'
import type { Park } from '../../queries/price-park.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { type KeptPark, useParksAsTyped } from '../../queries/use-parks-as-typed.ts'
import { useLikelyCountry } from '../country-guess.ts'

export interface TypedParks {
  /** On this phone, as of when the text was typed: later arrivals do not move them. */
  readonly kept: readonly KeptPark[]
  /** The provider's further results. */
  readonly more: readonly Park[]
}

const KEPT = 3
const MORE = 3
/** Waits for a pause in typing, or each keystroke would be a request. */
const PAUSE_MS = 500
const MIN_LETTERS = 3

/** Asks the provider when typing pauses. The car parks found are stored in the mirror. */
function useRefined(text: string, country: CountryCode | null): readonly Park[] {
  const { state } = useConnection()
  const [found, setFound] = useState<{ readonly text: string; readonly parks: readonly Park[] } | null>(null)
  const isAsked = state !== 'offline' && text.length >= MIN_LETTERS
  useEffect(() => {
    if (!isAsked) return undefined
    let isCurrent = true
    const refine = async () => {
      const answer = await refineSearch({ text, country })
      if (isCurrent && answer.ok) setFound({ text, parks: answer.value })
    }
    const timer = setTimeout(() => void refine(), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, country, isAsked])
  return found?.text === text ? found.parks : []
}

/** Returns car parks by name, address or code: this phone's first, then the provider's. */
export function useTypedParks(typed: string): TypedParks {
  const text = toSearchText(typed)
  const country = useLikelyCountry() ?? null
  const kept = useParksAsTyped(text, KEPT, country)
  const more = useRefined(text, country).filter(({ id }) => !kept.some((park) => park.id === id))
  return { kept, more: more.slice(0, MORE) }
}
