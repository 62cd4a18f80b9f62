import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useMapView, type ListOrder } from '../../stores/map-view.ts'
import { parseOrder, withOrder } from './list-order.ts'

export interface ChosenOrder extends ListOrder {
  readonly changeOrder: (part: Partial<ListOrder>) => void
}

/**
 * Order and filters, as the address names them. An address that names none takes those that were chosen last, so that a driver of a
 * van sets the height once; they are written into it then, to be shared.
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
