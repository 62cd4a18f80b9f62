import type { LatLng } from '../../lib/cell.ts'

/** Web Mercator: metres on the ground for one pixel of a 256 px tile at zoom 0 on the equator. */
const EQUATOR_METRES_PER_PX = 156_543.033_92

/** From here on the built-in outline is too coarse: whole streets would lie in the lake. */
export const STREET_ZOOM = 13
export const MIN_ZOOM = 4
export const MAX_ZOOM = 17
const START_ZOOM = 14
const PARKS_IN_VIEW = 3

export const metresPerPixel = (lat: number, zoom: number): number =>
  (EQUATOR_METRES_PER_PX * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom

export const isStreetScale = (zoom: number): boolean => zoom >= STREET_ZOOM

/** Radii of the rings round the place, metres. */
export const STREET_RINGS = [250, 500, 1000] as const
export const REGION_RINGS = [1000, 2000, 5000] as const

/** The closest start that still shows some parks. `distances` in metres, ascending; `halfPx` is half the shorter side of the map. */
export function startZoom(centre: LatLng, distances: readonly number[], halfPx: number): number {
  const farthest = distances[Math.min(PARKS_IN_VIEW, distances.length) - 1]
  if (farthest === undefined) return START_ZOOM
  let zoom = START_ZOOM
  while (zoom > MIN_ZOOM && metresPerPixel(centre.lat, zoom) * halfPx < farthest) zoom -= 1
  return zoom
}
