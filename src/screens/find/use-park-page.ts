// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useEffect, useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { listParkPage } from '../../actions/list-park-page.online.ts'
import type { Park } from '../../queries/price-park.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useKeptParkPage } from '../../queries/use-kept-park-page.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import type { ListAddress } from './list-address.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'

/** Cards on a page. */
export const LIST_SIZE = 20
const SAVED_LIMIT = 200
const SAVED_RADIUS_METRES = 300_000

/** A card's park; without an age it came from the provider just now. */
export type ListPark = Park & { readonly savedAt?: number }

export interface ParkPage {
  readonly isLoading: boolean
  /** The page that was asked for, of now or as it was last seen here; null: never seen on this phone. */
  readonly listed: { readonly parks: readonly ListPark[]; readonly total: number } | null
  /** What else this phone holds of such car parks; none beside the provider's own page of now. */
  readonly others: readonly ListPark[]
  /** When the page was seen, epoch milliseconds; null: now, or never. */
  readonly savedAt: number | null
  readonly failure: ActionError | null
  readonly askAgain: () => void
}

type Answer = Awaited<ReturnType<typeof listParkPage>>

/** One page from the provider; without an answer the same page as it was last seen, and what else this phone has saved. */
export function useParkPage({ text, country, kind, page }: ListAddress): ParkPage {
  const { state } = useConnection()
  const isOffline = state === 'offline'
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<{ readonly key: string; readonly answer: Answer } | null>(null)
  const saved = useSavedParks({ text, country, kind })
  const kept = useKeptParkPage({ text, country, kind, page })
  const key = [text, country, kind ?? '', page, round, isOffline].join('|')

  useEffect(() => {
    let isCurrent = true
    const run = async () => {
      const answer = await listParkPage({ text, country, kind, page, size: LIST_SIZE })
      if (isCurrent) setSettled({ key, answer })
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [text, country, kind, page, key])

  const answer = settled?.key === key ? settled.answer : null
  const askAgain = () => setRound(round + 1)
  if (answer?.ok === true) {
    const { items: parks, total } = answer.value
    return { isLoading: false, listed: { parks, total }, others: [], savedAt: null, failure: null, askAgain }
  }
  const listed = kept.status === 'ready' ? kept.value : null
  const isListed = new Set(listed?.parks.map(({ id }) => id))
  return {
    isLoading: answer === null || saved === null || kept.status === 'loading',
    listed,
    others: (saved ?? []).filter(({ id }) => !isListed.has(id)),
    savedAt: kept.status === 'ready' ? kept.savedAt : null,
    failure: answer === null ? null : answer.error,
    askAgain,
  }
}

/** null while it is read. Without words: what is saved round the country's largest city. */
function useSavedParks({ text, country, kind }: Omit<ListAddress, 'page'>): readonly ListPark[] | null {
  const byText = useParkSearch(text, { limit: SAVED_LIMIT, country })
  const around = useParksNear(text === '' ? START_PLACE[country] : null, {
    limit: SAVED_LIMIT,
    radiusMetres: SAVED_RADIUS_METRES,
  })
  const found = text === '' ? around : byText
  if (found.status === 'loading') return null
  return found.value.filter((park) => park.country_code === country && (kind === null || park.kind === kind))
}
