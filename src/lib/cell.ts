/**
 * Grid of 0.05 degree cells, the unit in which parks are fetched, stored and evicted. A cell is an integer, row-major
 * (latIndex * 8192 + lngIndex), so that a row of neighbouring cells is one key range. Coordinates are rounded to 1e-6
 * degree before the division: plain `lat / 0.05` would put some parks into the wrong cell.
 */
export type Cell = number

const ROW = 8192
const STEP_MICRO = 50_000
const EARTH_RADIUS_METRES = 6_371_008.8

const toIndex = (degrees: number, offset: number): number =>
  Math.floor(Math.round((degrees + offset) * 1e6) / STEP_MICRO)

export const cellOf = (lat: number, lng: number): Cell => toIndex(lat, 90) * ROW + toIndex(lng, 180)

/** South-west corner of a cell, in millionths of a degree. */
export const cornerMicro = (cell: Cell): { readonly lat: number; readonly lng: number } => ({
  lat: Math.floor(cell / ROW) * STEP_MICRO - 90_000_000,
  lng: (cell % ROW) * STEP_MICRO - 180_000_000,
})

/** Great-circle distance in metres (haversine, mean earth radius). */
export function distanceMetres(a: LatLng, b: LatLng): number {
  const rad = Math.PI / 180
  const dLat = (b.lat - a.lat) * rad
  const dLng = (b.lng - a.lng) * rad
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(h)))
}

export interface LatLng {
  readonly lat: number
  readonly lng: number
}

/** Returns inclusive key ranges, one per latitude row, that cover the circle of `radiusMetres` around `centre`. */
export function cellRanges(centre: LatLng, radiusMetres: number): ReadonlyArray<readonly [Cell, Cell]> {
  const dLat = (radiusMetres / EARTH_RADIUS_METRES) * (180 / Math.PI)
  const shrink = Math.max(0.01, Math.cos((Math.min(89, Math.abs(centre.lat) + dLat) * Math.PI) / 180))
  const dLng = Math.min(180, dLat / shrink)
  const from = toIndex(Math.max(-90, centre.lat - dLat), 90)
  const to = toIndex(Math.min(90, centre.lat + dLat), 90)
  const west = toIndex(Math.max(-180, centre.lng - dLng), 180)
  const east = toIndex(Math.min(180, centre.lng + dLng), 180)
  return Array.from(
    { length: to - from + 1 },
    (_, row) => [(from + row) * ROW + west, (from + row) * ROW + east] as const,
  )
}
