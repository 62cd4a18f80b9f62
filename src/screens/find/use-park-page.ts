// Rarely rendered; memoisation would double this file.
'use no memo'
import { useEffect, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { listParkPage } from '../../actions/parks.online.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { Park } from '../../queries/price-park.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useKeptParkPage } from '../../queries/use-kept-park-page.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useParksFound } from '../../queries/use-parks-near.ts'
import { hasFilters, listHref, type ListAddress } from './list-address.ts'
import { type KnownParks, passesList } from './list-filters.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'

/** Cards per page. */
export const LIST_SIZE = 20
const SAVED_LIMIT = 200
/** Higher with filters, since only some of these pass. */
const FILTERED_LIMIT = 600
const SAVED_RADIUS_METRES = 300_000

/** A card's park; `savedAt` is absent when the provider has just sent it. */
export type ListPark = Park & { readonly savedAt?: number; readonly distance_m?: number }

export interface ParkPage {
  readonly isLoading: boolean
  /** The requested page, current or as last seen here; null when it was never seen on this phone. */
  readonly listed: { readonly parks: readonly ListPark[]; readonly total: number } | null
  /** Other matching car parks saved on this phone; empty next to a current page from the provider. */
  readonly others: readonly ListPark[]
  /** Car parks to count from: the whole list or its filtered part; null when only the provider has them all. */
  readonly known: KnownParks | null
  /** When the page was last seen, epoch milliseconds; null when it is current or was never seen. */
  readonly savedAt: number | null
  readonly failure: ActionError | null
  readonly askAgain: () => void
}

type Answer = Awaited<ReturnType<typeof listParkPage>>

/** Loads one page from the provider; without an answer, the same page as last seen, plus other saved car parks. */
export function useParkPage(address: ListAddress): ParkPage {
  const { text, country, kind, needs, heightMetres, near, page } = address
  const { state } = useConnection()
  const isOffline = state === 'offline'
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<{ readonly key: string; readonly answer: Answer } | null>(null)
  const saved = useSavedParks(address)
  const query = { text, country, kind, needs, heightMetres, near, page }
  const kept = useKeptParkPage(query)
  const key = [listHref({ ...address, isCheapestFirst: false }), round, isOffline].join('|')

  useEffect(() => {
    let isCurrent = true
    const run = async () => {
      const answer = await listParkPage({ ...query, size: LIST_SIZE })
      if (isCurrent) setSettled({ key, answer })
    }
    void run()
    return () => {
      isCurrent = false
    }
    // The key covers every part of the query.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])

  const answer = settled?.key === key ? settled.answer : null
  const askAgain = () => setRound(round + 1)
  if (answer?.ok === true) {
    const { items: parks, total } = answer.value
    const known = total <= LIST_SIZE ? { parks, isWhole: !hasFilters(address) } : null
    return { isLoading: false, listed: { parks, total }, others: [], known, savedAt: null, failure: null, askAgain }
  }
  const listed = kept.status === 'ready' ? kept.value : null
  const isListed = new Set(listed?.parks.map(({ id }) => id))
  return {
    isLoading: answer === null || saved === null || kept.status === 'loading',
    listed: listed === null ? null : { ...listed, parks: withDistance(listed.parks, near) },
    others: (saved ?? []).filter((park) => !isListed.has(park.id) && passesList(park, address)),
    known: answer === null || saved === null ? null : { parks: saved, isWhole: true },
    savedAt: kept.status === 'ready' ? kept.savedAt : null,
    failure: answer === null ? null : answer.error,
    askAgain,
  }
}

/** Adds each park's distance when the list is ordered by distance. */
const withDistance = (parks: readonly ListPark[], near: LatLng | null): readonly ListPark[] =>
  near === null
    ? parks
    : parks.map((park) =>
        park.lat === null || park.lng === null
          ? park
          : { ...park, distance_m: distanceMetres(near, { lat: park.lat, lng: park.lng }) },
      )

const FAR = Number.POSITIVE_INFINITY

/**
 * Returns saved car parks regardless of filters; null while loading. Without words: those around `near`, else around
 * the country's largest city.
 */
function useSavedParks(address: ListAddress): readonly ListPark[] | null {
  const { text, country, near } = address
  const byText = useParkSearch(text, { limit: SAVED_LIMIT, country })
  const around = useParksFound(text === '' ? (near ?? START_PLACE[country]) : null, {
    limit: hasFilters(address) ? FILTERED_LIMIT : SAVED_LIMIT,
    radiusMetres: SAVED_RADIUS_METRES,
  })
  const found = text === '' ? around : byText
  if (found.status === 'loading') return null
  const here = found.value.filter((park) => park.country_code === country)
  if (near === null) return here.map(withoutDistance)
  return withDistance(here, near).toSorted((a, b) => (a.distance_m ?? FAR) - (b.distance_m ?? FAR))
}

/** Removes the distance, which is meaningless from a city the driver did not name. */
function withoutDistance({ distance_m: _distance, ...park }: ListPark): ListPark {
  return park
}
