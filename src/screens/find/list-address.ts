import { PARAM, routes } from '../../config/routes.ts'
import { isCountryCode, type CountryCode } from '../../domain/country.ts'
import { toSearchText } from '../../domain/search-text.ts'
import type { Park } from '../../queries/price-park.ts'

/** What the address of the list asks for. */
export interface ListAddress {
  readonly text: string
  readonly country: CountryCode
  readonly kind: Park['kind'] | null
  /** From 1. */
  readonly page: number
}

const COUNTRY = 'country'
const KIND = 'kind'
const PAGE = 'page'
const KINDS: readonly Park['kind'][] = ['garage', 'lot', 'street', 'airport', 'stadium', 'station']

/** `fallback` is the driver's own country, for addresses that name none. */
export function parseListAddress(params: URLSearchParams, fallback: CountryCode): ListAddress {
  const country = (params.get(COUNTRY) ?? '').toUpperCase()
  const page = Number(params.get(PAGE))
  return {
    text: toSearchText(params.get(PARAM.text) ?? ''),
    country: isCountryCode(country) ? country : fallback,
    kind: KINDS.find((kind) => kind === params.get(KIND)) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

export function listHref({ text, country, kind, page }: ListAddress): string {
  const query = new URLSearchParams({ [COUNTRY]: country })
  if (text !== '') query.set(PARAM.text, text)
  if (kind !== null) query.set(KIND, kind)
  if (page > 1) query.set(PAGE, String(page))
  return `${routes.parksList.href()}?${query.toString()}`
}
