import { useEffect, useState } from 'react'
import type { LatLng } from '../../lib/cell.ts'
import { consoleLog } from '../../lib/log.ts'
import type { PlaceAnswer } from '../../places/place-messages.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useLikelyCountry } from '../../parts/country-guess.ts'
import { usePosition } from '../../stores/position.ts'
import { resolvePlace } from './resolve-place.ts'

export interface ResolvedPlace {
  readonly isLoading: boolean
  readonly place: LatLng | null
}

const SAMPLE = 200

type Answered = Pick<PlaceAnswer, 'position' | 'best'> & { readonly text: string }

/** Returns the place search's final answer, empty when its files cannot be loaded; undefined until then. */
function useBestPlace(text: string): Answered | undefined {
  const country = useLikelyCountry() ?? null
  const [answer, setAnswer] = useState<Answered>()
  useEffect(() => {
    if (text === '') return undefined
    let isCurrent = true
    const give = (found: Omit<Answered, 'text'>) => {
      if (isCurrent) setAnswer({ ...found, text })
    }
    const ask = async () => {
      try {
        const { askPlaces } = await import('../../parts/places/place-client.ts')
        const near = usePosition.getState().fix
        askPlaces({ text, near, country }, (found) => found.isLast && give(found))
      } catch (error) {
        consoleLog.warn('places_not_loaded', { error: String(error) })
        give({ position: null, best: null })
      }
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [text, country])
  return answer?.text === text ? answer : undefined
}

/** Resolves a text to a position on the phone; works offline once the country's places are saved. */
export function usePlace(text: string): ResolvedPlace {
  const parks = useParkSearch(text, { limit: SAMPLE })
  const countryCode = useLikelyCountry()
  const answer = useBestPlace(text)
  const [kept, keep] = useState<{ readonly text: string; readonly place: LatLng }>()
  const isReady = text !== '' && parks.status === 'ready' && answer !== undefined
  const found = isReady ? resolvePlace({ text, parks: parks.value, answer, countryCode }) : null
  // More car parks may load later; keep the place so that the map does not jump.
  if (found !== null && kept?.text !== text) keep({ text, place: found })
  if (kept?.text === text) return { isLoading: false, place: kept.place }
  if (text === '') return { isLoading: false, place: null }
  return { isLoading: !isReady, place: found }
}
