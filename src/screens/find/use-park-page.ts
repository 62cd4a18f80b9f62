import { useEffect, useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { listParkPage } from '../../actions/list-park-page.online.ts'
import type { Park } from '../../queries/price-park.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useParkSearch } from '../../queries/use-park-search.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import type { ListAddress } from './list-address.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'

/** Cards on a page. */
export const LIST_SIZE = 20
const SAVED_LIMIT = 200
const SAVED_RADIUS_METRES = 300_000

export interface ParkPage {
  readonly isLoading: boolean
  readonly parks: readonly Park[]
  readonly total: number
  /** True: the provider's page. False: what this phone has saved. */
  readonly isFresh: boolean
  readonly failure: ActionError | null
  readonly askAgain: () => void
}

type Answer = Awaited<ReturnType<typeof listParkPage>>

/** One page from the provider; without an answer the same page of what this phone has saved. */
export function useParkPage({ text, country, kind, page }: ListAddress): ParkPage {
  const { state } = useConnection()
  const isOffline = state === 'offline'
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<{ readonly key: string; readonly answer: Answer } | null>(null)
  const saved = useSavedParks({ text, country, kind })
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
    return {
      isLoading: false,
      parks: answer.value.items,
      total: answer.value.total,
      isFresh: true,
      failure: null,
      askAgain,
    }
  }
  const start = (page - 1) * LIST_SIZE
  return {
    isLoading: answer === null || saved === null,
    parks: (saved ?? []).slice(start, start + LIST_SIZE),
    total: saved?.length ?? 0,
    isFresh: false,
    failure: answer === null ? null : answer.error,
    askAgain,
  }
}

/** null while it is read. Without words: what is saved round the country's largest city. */
function useSavedParks({ text, country, kind }: Omit<ListAddress, 'page'>): readonly Park[] | null {
  const byText = useParkSearch(text, { limit: SAVED_LIMIT, country })
  const around = useParksNear(text === '' ? START_PLACE[country] : null, {
    limit: SAVED_LIMIT,
    radiusMetres: SAVED_RADIUS_METRES,
  })
  const found = text === '' ? around : byText
  if (found.status === 'loading') return null
  return found.value.filter((park) => park.country_code === country && (kind === null || park.kind === kind))
}
