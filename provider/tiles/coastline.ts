import { boxRing, closeOnTheRight } from './box-edge.ts'
import { clipLine, isClosed, joinLines, type Line } from './lines.ts'
import { nestRings, turnsLeft } from './rings.ts'
import type { Box } from './tile-box.ts'

/**
 * The sea within a box, from OpenStreetMap's coastlines: lines with the land on their left and the water on their
 * right. Returns outer rings with their islands. Empty when no coastline touches the box, which then counts as land.
 */
export function seaOf(coastlines: readonly Line[], box: Box): ReadonlyArray<readonly Line[]> {
  const joined = joinLines(coastlines, { mayReverse: false })
  const pieces = joinLines(
    joined.flatMap((line) => clipLine(line, box)),
    { mayReverse: false },
  )
  const closed = pieces.filter(isClosed)
  const islands = closed.filter(turnsLeft)
  const ponds = closed.filter((ring) => !turnsLeft(ring))
  const shores = closeOnTheRight(
    pieces.filter((line) => !isClosed(line)),
    box,
  )
  const outers = [...shores, ...ponds]
  if (outers.length > 0) return nestRings(outers, islands)
  return islands.length > 0 ? nestRings([boxRing(box)], islands) : []
}
