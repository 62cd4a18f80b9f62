import { useEffect, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { findParks, hasParksFor } from '../../actions/parks.online.ts'
import { refreshParksNear } from '../../actions/connection.online.ts'
import type { LatLng } from '../../lib/cell.ts'
import { useDrawnBetweenTaps } from '../../parts/use-drawn-between-taps.ts'
import type { Park } from '../../queries/price-park.ts'
import type { Query } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useParksFound } from '../../queries/use-parks-near.ts'
import { usePlace } from './use-place.ts'

export type FoundPark = Park & { readonly distance_m?: number; readonly savedAt?: number }

export interface FindResults {
  readonly isLoading: boolean
  readonly parks: readonly FoundPark[]
  /** Map centre and origin of the distances; null in a text search that matches no place. */
  readonly place: LatLng | null
  readonly savedAt: number | null
  readonly isFresh: boolean
  /** Why the provider's answer is missing; being offline is shown by the strip instead. */
  readonly failure: ActionError | null
  readonly isAsking: boolean
  readonly askAgain: () => void
}

/** More than a large city has: the map shows all of them, the list a page at a time. */
export const NEAR_LIMIT = 300
const TEXT_LIMIT = 60

export interface FindRequest {
  readonly text: string
  readonly near: LatLng | null
  /** False for the default place of the map, which the driver did not search for. */
  readonly isOwn: boolean
}

/**
 * Returns the car parks of a search: always from the mirror, which the provider's answer refreshes. A text that names a
 * place becomes a search near it, online or offline.
 */
export function useFindResults({ text, near, isOwn }: FindRequest): FindResults {
  const resolved = usePlace(near === null ? text : '')
  const place = near ?? resolved.place
  const nearby = useParksFound(place, { limit: NEAR_LIMIT })
  const byText = useParkSearch(place === null ? text : '', { limit: TEXT_LIMIT })
  const found: Query<readonly FoundPark[]> = place === null ? byText : nearby
  const asked = `${place?.lat ?? ''}|${place?.lng ?? ''}|${place === null ? text : ''}`
  const drawn = useDrawnBetweenTaps(asked, found)
  const ask = useAskProvider({ text, place, isOwn, isReady: near !== null || !resolved.isLoading })
  const base = { place, failure: ask.failure, isAsking: ask.isAsking, askAgain: ask.again }
  if (drawn.status === 'loading' || resolved.isLoading)
    return { ...base, isLoading: true, parks: [], savedAt: null, isFresh: false }
  const { value, savedAt, fresh } = drawn
  // Nothing saved yet, and the answer is pending or not yet read: still loading, not empty.
  const isLoading = value.length === 0 && (ask.isAsking || ask.isKept)
  return { ...base, isLoading, parks: value, savedAt, isFresh: fresh }
}

interface Ask {
  readonly text: string
  readonly place: LatLng | null
  readonly isOwn: boolean
  readonly isReady: boolean
}

interface Answered {
  readonly key: string
  readonly failure: ActionError | null
  /** The mirror has car parks for this search, whether or not the screen has read them yet. */
  readonly isKept: boolean
}

/** Asks the provider again when the search changes and when the connection returns. */
function useAskProvider({ text, place, isOwn, isReady }: Ask) {
  const { state } = useConnection()
  const isOffline = state === 'offline'
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answered | null>(null)
  const lat = place?.lat ?? null
  const lng = place?.lng ?? null
  const key = `${text}|${lat ?? ''}|${lng ?? ''}|${round}|${isOffline ? 'off' : 'on'}`

  useEffect(() => {
    if (!isReady) return undefined
    let isCurrent = true
    const near = lat === null || lng === null ? null : { lat, lng }
    const run = async () => {
      const found =
        near !== null && !isOwn
          ? await refreshParksNear(near)
          : await findParks({ ...(near === null ? { text } : { near }), ...(text === '' ? {} : { label: text }) })
      const kept = await hasParksFor({ text, near })
      if (!isCurrent) return
      setAnswer({ key, failure: found.ok ? null : found.error, isKept: kept.ok && kept.value })
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [isReady, isOwn, text, lat, lng, key])

  const isAnswered = answer?.key === key
  return {
    isAsking: !isAnswered,
    failure: isAnswered ? answer.failure : null,
    isKept: isAnswered && answer.isKept,
    again: () => setRound(round + 1),
  }
}
