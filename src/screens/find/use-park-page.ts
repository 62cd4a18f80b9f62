// Drawn seldom: what the compiler adds would be half of its bytes.
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

/** Cards on a page. */
export const LIST_SIZE = 20
const SAVED_LIMIT = 200
/** Some of these pass. */
const FILTERED_LIMIT = 600
const SAVED_RADIUS_METRES = 300_000

/** A card's park; without an age it came from the provider just now. */
export type ListPark = Park & { readonly savedAt?: number; readonly distance_m?: number }

export interface ParkPage {
  readonly isLoading: boolean
  /** The page that was asked for, of now or as it was last seen here; null: never seen on this phone. */
  readonly listed: { readonly parks: readonly ListPark[]; readonly total: number } | null
  /** What else this phone holds of such car parks; none beside the provider's own page of now. */
  readonly others: readonly ListPark[]
  /** What counts can be made of: the whole list, or what its filters have left of it; null: only the provider has so many. */
  readonly known: KnownParks | null
  /** When the page was seen, epoch milliseconds; null: now, or never. */
  readonly savedAt: number | null
  readonly failure: ActionError | null
  readonly askAgain: () => void
}

type Answer = Awaited<ReturnType<typeof listParkPage>>

/** One page from the provider; without an answer the same page as it was last seen, and what else this phone has saved. */
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
    // The key says all that the query asks for.
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

/** Where the list goes by distance, each says how far it is. */
const withDistance = (parks: readonly ListPark[], near: LatLng | null): readonly ListPark[] =>
  near === null
    ? parks
    : parks.map((park) =>
        park.lat === null || park.lng === null
          ? park
          : { ...park, distance_m: distanceMetres(near, { lat: park.lat, lng: park.lng }) },
      )

const FAR = Number.POSITIVE_INFINITY

/** Whatever its filters; null while it is read. Without words: what is saved round `near`, else round the country's largest city. */
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

/** How far it is from a city that nobody named says nothing. */
function withoutDistance({ distance_m: _distance, ...park }: ListPark): ListPark {
  return park
}
