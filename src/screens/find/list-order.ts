import { PARAM } from '../../config/routes.ts'
import { PARK_FILTERS, type ListOrder } from '../../stores/map-view.ts'

/** Returns the order and filters of a URL; returns null when it has none. Unknown words are ignored. */
export function parseOrder(params: URLSearchParams): ListOrder | null {
  const named = params.get(PARAM.filters)?.split(',') ?? []
  const filters = PARK_FILTERS.filter((filter) => named.includes(filter))
  const sort = params.get(PARAM.sort) === 'cheapest' ? 'cheapest' : 'nearest'
  return filters.length === 0 && sort === 'nearest' ? null : { sort, filters }
}

/** Returns the URL's parameters with this order and these filters. */
export function withOrder(params: URLSearchParams, { sort, filters }: ListOrder): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(PARAM.sort)
  next.delete(PARAM.filters)
  if (sort !== 'nearest') next.set(PARAM.sort, sort)
  if (filters.length > 0) next.set(PARAM.filters, filters.join(','))
  return next
}
