import type { Line } from './lines.ts'
import type { Position } from './street-feature.ts'

const METRES_PER_DEGREE = 111_320

/** Twice the area in square degrees (shoelace formula): positive when the ring turns left. */
function signedDegrees(ring: Line): number {
  let sum = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [ax = 0, ay = 0] = ring[at - 1] ?? []
    const [bx = 0, by = 0] = ring[at] ?? []
    sum += ax * by - bx * ay
  }
  return sum
}

export const turnsLeft = (ring: Line): boolean => signedDegrees(ring) > 0

/** The area of a closed ring, approximated on a plane at its latitude. */
export function ringAreaM2(ring: Line): number {
  const lat = ring[0]?.[1] ?? 0
  return (Math.abs(signedDegrees(ring)) / 2) * METRES_PER_DEGREE ** 2 * Math.cos((lat * Math.PI) / 180)
}

/** Whether a position lies in a closed ring. */
export function isInRing([x, y]: Position, ring: Line): boolean {
  let isIn = false
  for (let at = 1; at < ring.length; at += 1) {
    const [ax = 0, ay = 0] = ring[at - 1] ?? []
    const [bx = 0, by = 0] = ring[at] ?? []
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn
  }
  return isIn
}

/** The centre of a ring: its centroid, or the ring's position closest to it when the centroid lies outside. */
export function middleOf(ring: Line): Position {
  const origin = ring[0] ?? [0, 0]
  let x = 0
  let y = 0
  let sum = 0
  for (let at = 1; at < ring.length; at += 1) {
    const [ax, ay] = offset(ring[at - 1] ?? origin, origin)
    const [bx, by] = offset(ring[at] ?? origin, origin)
    const cross = ax * by - bx * ay
    sum += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (sum === 0) return origin
  const centre: Position = [origin[0] + x / (3 * sum), origin[1] + y / (3 * sum)]
  if (isInRing(centre, ring)) return centre
  return ring.reduce((nearest, position) => (apart(position, centre) < apart(nearest, centre) ? position : nearest))
}

const offset = (position: Position, origin: Position): Position => [position[0] - origin[0], position[1] - origin[1]]

const apart = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Outer rings, each with the holes inside it. */
export function nestRings(outers: readonly Line[], inners: readonly Line[]): ReadonlyArray<readonly Line[]> {
  return outers.map((outer) => [
    outer,
    ...inners.filter((inner) => inner[0] !== undefined && isInRing(inner[0], outer)),
  ])
}

/** Approximated on a plane, which is accurate enough within a city. */
export const metresBetween = (a: Position, b: Position): number =>
  METRES_PER_DEGREE * Math.hypot(a[1] - b[1], (a[0] - b[0]) * Math.cos((a[1] * Math.PI) / 180))
