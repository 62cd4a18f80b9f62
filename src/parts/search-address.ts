import { PARAM, routes } from '../config/routes.ts'
import { toSearchText } from '../domain/search-text.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import type { LatLng } from '../lib/cell.ts'

/** What a search's address asks for; the search depends on nothing else. */
export interface SearchAddress {
  readonly text: string
  readonly near: LatLng | null
  readonly fromMs: number | null
  readonly untilMs: number | null
  readonly vehicleTypeId: VehicleTypeId
}

const toNumber = (text: string | null): number | null => {
  if (text === null || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

const isWithin = (value: number | null, limit: number): value is number => value !== null && Math.abs(value) <= limit

const isVehicleType = (value: number | null): value is VehicleTypeId =>
  value === 1 || value === 2 || value === 3 || value === 4

/** Treats any value that is invalid for its field as absent: addresses are typed and shared by hand. */
export function parseSearchAddress(params: URLSearchParams): SearchAddress {
  const lat = toNumber(params.get(PARAM.lat))
  const lng = toNumber(params.get(PARAM.lng))
  const vehicleType = toNumber(params.get(PARAM.vehicleType))
  return {
    text: toSearchText(params.get(PARAM.text) ?? ''),
    near: isWithin(lat, 90) && isWithin(lng, 180) ? { lat, lng } : null,
    fromMs: toNumber(params.get(PARAM.from)),
    untilMs: toNumber(params.get(PARAM.until)),
    vehicleTypeId: isVehicleType(vehicleType) ? vehicleType : 1,
  }
}

export const searchHref = ({ text, near, fromMs, untilMs, vehicleTypeId }: SearchAddress): string =>
  routes.search.href({
    ...(text === '' ? {} : { text }),
    ...near,
    ...(fromMs === null ? {} : { fromMs }),
    ...(untilMs === null ? {} : { untilMs }),
    ...(vehicleTypeId === 1 ? {} : { vehicleTypeId }),
  })

/** Returns a key: searches with the same key show the same place, and the map stays where it was. */
export const searchKeyOf = ({ text, near }: Pick<SearchAddress, 'text' | 'near'>): string =>
  near === null ? text.toLowerCase() : `${near.lat.toFixed(5)},${near.lng.toFixed(5)}`
