/** The way back to a car, as the crow flies: pure geometry on the sphere. */
import { distanceMetres, type LatLng } from '../lib/cell.ts'

/** Clockwise from north, 45 degrees each. */
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

/** 0 to below 360. */
const toCircle = (degrees: number): number => {
  const rest = degrees % TURN
  // A rest just below zero would be rounded up to a whole turn.
  return rest < 0 ? (rest + TURN) % TURN : rest
}

/** In which direction one sets out, degrees clockwise from north, 0 to below 360. The same place: 0. */
export function bearingDegrees(from: LatLng, to: LatLng): number {
  const dLng = (to.lng - from.lng) * RAD
  const [fromLat, toLat] = [from.lat * RAD, to.lat * RAD]
  const east = Math.sin(dLng) * Math.cos(toLat)
  const north = Math.cos(fromLat) * Math.sin(toLat) - Math.sin(fromLat) * Math.cos(toLat) * Math.cos(dLng)
  return toCircle(Math.atan2(east, north) / RAD)
}

export const compassPoint = (bearing: number): CompassPoint =>
  COMPASS_POINTS[Math.round(toCircle(bearing) / POINT) % COMPASS_POINTS.length] ?? 'north'

/** How far to turn from where one faces, degrees: -180 to below 180, to the right above 0. */
export const turnDegrees = (bearing: number, heading: number): number =>
  toCircle(bearing - heading + TURN / 2) - TURN / 2

/** What a phone tells of how it is held. */
export interface CompassReading {
  /** Clockwise from north; iOS alone. */
  readonly webkitCompassHeading?: number | null
  /** Counter-clockwise from north where `absolute`, else from anywhere. */
  readonly alpha: number | null
  readonly absolute: boolean
}

/** Where the top of the screen points, degrees clockwise from north; null where the reading does not tell. */
export function headingOf(reading: CompassReading, screenDegrees: number): number | null {
  const { webkitCompassHeading: heading, alpha, absolute } = reading
  // iOS gives -1 while its compass is not calibrated.
  if (typeof heading === 'number') return heading < 0 ? null : toCircle(heading + screenDegrees)
  return absolute && alpha !== null ? toCircle(screenDegrees - alpha) : null
}

export interface Fixed extends LatLng {
  readonly accuracyMetres: number
}

/** Closer than this the phone cannot tell one side of a car from the other. */
const THERE_METRES = 15
/** A fix this bad says where the district is, not where the car is. */
const MOST_BLUR_METRES = 100

export interface WalkBack {
  readonly metres: number
  readonly bearing: number
  /** Within what can be told apart: a direction would be noise. */
  readonly isThere: boolean
}

export function walkBack(here: Fixed, car: Fixed): WalkBack {
  const metres = distanceMetres(here, car)
  const blur = Math.min(MOST_BLUR_METRES, Math.max(here.accuracyMetres, car.accuracyMetres))
  return { metres, bearing: bearingDegrees(here, car), isThere: metres <= Math.max(THERE_METRES, blur) }
}
