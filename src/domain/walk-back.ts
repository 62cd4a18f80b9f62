/** The way back to a car in a straight line: pure spherical geometry. */
import { distanceMetres, type LatLng } from '../lib/cell.ts'

/** Clockwise from north, in steps of 45 degrees. */
export const COMPASS_POINTS = [
  'north',
  'north_east',
  'east',
  'south_east',
  'south',
  'south_west',
  'west',
  'north_west',
] as const
export type CompassPoint = (typeof COMPASS_POINTS)[number]

const RAD = Math.PI / 180
const TURN = 360
const POINT = TURN / COMPASS_POINTS.length

/** Normalises to 0 to below 360. */
const toCircle = (degrees: number): number => {
  const rest = degrees % TURN
  // A remainder just below zero would round up to a full turn.
  return rest < 0 ? (rest + TURN) % TURN : rest
}

/** Returns the initial bearing in degrees clockwise from north, 0 to below 360; 0 for the same position. */
export function bearingDegrees(from: LatLng, to: LatLng): number {
  const dLng = (to.lng - from.lng) * RAD
  const [fromLat, toLat] = [from.lat * RAD, to.lat * RAD]
  const east = Math.sin(dLng) * Math.cos(toLat)
  const north = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(dLng)
  return toCircle(Math.atan2(east, north) / RAD)
}

export const compassPoint = (bearing: number): CompassPoint =>
  COMPASS_POINTS[Math.round(toCircle(bearing) / POINT) % COMPASS_POINTS.length] ?? 'north'

/** Returns how far to turn from the current heading in degrees, -180 to below 180; positive is right. */
export const turnDegrees = (bearing: number, heading: number): number =>
  toCircle(bearing - heading + TURN / 2) - TURN / 2

/** Fields of a device orientation event. */
export interface CompassReading {
  /** Clockwise from north; iOS only. */
  readonly webkitCompassHeading?: number | null
  /** Counter-clockwise; from north if `absolute`, else from an arbitrary direction. */
  readonly alpha: number | null
  readonly absolute: boolean
}

/**
 * Returns the heading of the top of the screen in degrees clockwise from north. Returns null when the reading does not
 * contain it.
 */
export function headingOf(reading: CompassReading, screenDegrees: number): number | null {
  const { webkitCompassHeading: heading, alpha, absolute } = reading
  // iOS reports -1 while its compass is not calibrated.
  if (typeof heading === 'number') return heading < 0 ? null : toCircle(heading + screenDegrees)
  return absolute && alpha !== null ? toCircle(screenDegrees - alpha) : null
}

export interface Fixed extends LatLng {
  readonly accuracyMetres: number
}

/** At closer range a phone cannot tell the sides of a car apart. */
const THERE_METRES = 15
/** Upper limit of the uncertainty: a worse fix only locates the district and must not count as having arrived. */
const MAX_BLUR_METRES = 100

export interface WalkBack {
  readonly metres: number
  readonly bearing: number
  /** Within the position's uncertainty, where a direction would be noise. */
  readonly isThere: boolean
}

export function walkBack(here: Fixed, car: Fixed): WalkBack {
  const metres = distanceMetres(here, car)
  const blur = Math.min(MAX_BLUR_METRES, Math.max(here.accuracyMetres, car.accuracyMetres))
  return { metres, bearing: bearingDegrees(here, car), isThere: metres <= Math.max(THERE_METRES, blur) }
}
