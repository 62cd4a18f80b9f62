import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useMapView, type ListOrder } from '../../stores/map-view.ts'
import { parseOrder, withOrder } from './list-order.ts'

export interface ChosenOrder extends ListOrder {
  readonly changeOrder: (part: Partial<ListOrder>) => void
}

/**
 * Order and filters from the URL. A URL without them takes the last ones chosen, so that a van driver sets the height
 * only once; they are then written into the URL, so that it can be shared.
 */
export function useListOrder(): ChosenOrder {
  const [params, setParams] = useSearchParams()
  const { order: kept, change } = useMapView()
  const named = parseOrder(params)
  const order = named ?? kept
  const query = params.toString()
  const isUnnamed = named === null && (kept.filters.length > 0 || kept.sort !== 'nearest')

  useEffect(() => {
    if (isUnnamed) setParams((now) => withOrder(now, kept), { replace: true })
  }, [isUnnamed, kept, setParams])

  useEffect(() => {
    const opened = parseOrder(new URLSearchParams(query))
    if (opened !== null) change({ order: opened })
  }, [query, change])

  return {
    ...order,
    changeOrder: (part) => {
      const next = { ...order, ...part }
      change({ order: next })
      setParams((now) => withOrder(now, next), { replace: true })
    },
  }
}
