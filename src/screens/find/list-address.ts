import { PARAM, routes } from '../../config/routes.ts'
import { isCountryCode, type CountryCode } from '../../domain/country.ts'
import { toSearchText } from '../../domain/search-text.ts'
import type { LatLng } from '../../lib/cell.ts'
import { parseSearchAddress } from '../../parts/search-address.ts'
import type { Park } from '../../queries/price-park.ts'
import { PARK_KINDS } from '../../stores/map-view.ts'

/** Features that a car park of the list must be known to have. */
export const LIST_NEEDS = ['covered', 'ev', 'accessible'] as const
export type ListNeed = (typeof LIST_NEEDS)[number]

export interface ListFilters {
  readonly kind: Park['kind'] | null
  readonly needs: readonly ListNeed[]
  /** Clearance that the vehicle needs, metres; null when the filter is off. */
  readonly heightMetres: number | null
}

/** The list's query, as given by the URL. */
export interface ListAddress extends ListFilters {
  readonly text: string
  readonly country: CountryCode
  /** Orders by distance from here; null for the provider's order. */
  readonly near: LatLng | null
  /** Orders within the page only: the total of a stay is computed on the phone. */
  readonly isCheapestFirst: boolean
  /** 1-based. */
  readonly page: number
}

const COUNTRY = 'country'
const PAGE = 'page'
const HEIGHT = 'height'
const CHEAPEST = 'cheapest'
export type ListKind = (typeof PARK_KINDS)[number]
/** Higher than any road vehicle. */
const MAX_HEIGHT_METRES = 10
/** About 100 m, so that a small move requests the same pages. */
const NEAR_DIGITS = 3

export const NO_FILTERS: ListFilters = { kind: null, needs: [], heightMetres: null }

export const hasFilters = ({ kind, needs, heightMetres }: ListFilters): boolean =>
  kind !== null || needs.length > 0 || heightMetres !== null

function toHeight(text: string | null): number | null {
  const metres = Number(text ?? '')
  return metres > 0 && metres <= MAX_HEIGHT_METRES ? Math.round(metres * 100) / 100 : null
}

const round = (degrees: number): number => Number(degrees.toFixed(NEAR_DIGITS))

/** Rounds the position to the URL's precision. */
export const roundNear = (near: LatLng | null): LatLng | null =>
  near === null ? null : { lat: round(near.lat), lng: round(near.lng) }

/** `fallback` is the driver's own country, for URLs without one. An invalid value counts as absent. */
export function parseListAddress(params: URLSearchParams, fallback: CountryCode): ListAddress {
  const country = (params.get(COUNTRY) ?? '').toUpperCase()
  const page = Number(params.get(PAGE))
  const named = params.get(PARAM.filters)?.split(',') ?? []
  return {
    text: toSearchText(params.get(PARAM.text) ?? ''),
    country: isCountryCode(country) ? country : fallback,
    kind: PARK_KINDS.find((kind) => kind === params.get(PARAM.kind)) ?? null,
    needs: LIST_NEEDS.filter((need) => named.includes(need)),
    heightMetres: toHeight(params.get(HEIGHT)),
    near: roundNear(parseSearchAddress(params).near),
    isCheapestFirst: params.get(PARAM.sort) === CHEAPEST,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function listHref({ text, country, page, near, isCheapestFirst, ...filters }: ListAddress): string {
  const { kind, needs, heightMetres } = filters
  const query = new URLSearchParams({ [COUNTRY]: country })
  if (text !== '') query.set(PARAM.text, text)
  if (kind !== null) query.set(PARAM.kind, kind)
  if (needs.length > 0) query.set(PARAM.filters, needs.join(','))
  if (heightMetres !== null) query.set(HEIGHT, String(heightMetres))
  if (near !== null) {
    query.set(PARAM.lat, String(round(near.lat)))
    query.set(PARAM.lng, String(round(near.lng)))
  }
  if (isCheapestFirst) query.set(PARAM.sort, CHEAPEST)
  if (page > 1) query.set(PAGE, String(page))
  return `${routes.parksList.href()}?${query.toString()}`
}
