import type { LatLng } from '../../lib/cell.ts'

/** Web Mercator: metres on the ground for one pixel of a 256 px tile at zoom 0 on the equator. */
const EQUATOR_METRES_PER_PX = 156_543.033_92

/** From this zoom on, distances are walking distances. */
export const STREET_ZOOM = 13
/**
 * The last zoom at which the outlines are accurate: 1:10 million for the two large countries, finer for the small ones
 * (data/README.md).
 */
const OUTLINE_ZOOM = { america: 8, africa: 10 }
/** Mid-Atlantic: separates the two American from the two African countries. */
const MID_ATLANTIC_LNG = -35
/** One zoom step further the outlines fade; two steps further, downtown Toronto would lie in the lake. */
const FADED = 0.5
export const MIN_ZOOM = 4
export const MAX_ZOOM = 17
const START_ZOOM = 14
const PARKS_IN_VIEW = 3

export const metresPerPixel = (lat: number, zoom: number): number =>
  (EQUATOR_METRES_PER_PX * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom

export const isStreetScale = (zoom: number): boolean => zoom >= STREET_ZOOM

/** Returns the opacity of the outlines: 1, half at the first zoom too close for them, then 0. */
export function outlineOpacity(lng: number, zoom: number): number {
  const beyond = zoom - (lng < MID_ATLANTIC_LNG ? OUTLINE_ZOOM.america : OUTLINE_ZOOM.africa)
  if (beyond <= 0) return 1
  return beyond === 1 ? FADED : 0
}

const MILE = 1609.344
const STREET_RINGS = { metric: [250, 500, 1000], miles: [MILE / 4, MILE / 2, MILE] }
const REGION_RINGS = { metric: [1000, 2000, 5000], miles: [MILE, 2 * MILE, 5 * MILE] }

/** Returns the radii of the rings around the place in metres: round figures in the country's units. */
export function ringsOf(zoom: number, country: string | undefined): readonly number[] {
  const rings = isStreetScale(zoom) ? STREET_RINGS : REGION_RINGS
  return country === 'US' ? rings.miles : rings.metric
}

/**
 * Returns the closest starting zoom that still shows some car parks. `distances` in metres, ascending; `halfPx` is half
 * the shorter side of the map.
 */
export function startZoom(centre: LatLng, distances: readonly number[], halfPx: number): number {
  const farthest = distances[Math.min(PARKS_IN_VIEW, distances.length) - 1]
  if (farthest === undefined) return START_ZOOM
  let zoom = START_ZOOM
  while (zoom > MIN_ZOOM && metresPerPixel(centre.lat, zoom) * halfPx < farthest) zoom -= 1
  return zoom
}
