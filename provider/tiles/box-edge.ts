import type { Line } from './lines.ts'
import type { Position } from './street-feature.ts'
import type { Box } from './tile-box.ts'

/**
 * Shapes that an extract cuts at its box arrive as open lines. They are closed along the box's edge, which is measured
 * clockwise from the north-west corner: 0 to 1 is the north side, to 2 the east, to 3 the south, to 4 the west.
 */

/** An end farther inside than this share of the box was not cut by the box: a part of the shape is missing. */
const FARTHEST_END = 0.12

function place([lng, lat]: Position, [west, south, east, north]: Box): Position {
  return [(lng - west) / (east - west), (north - lat) / (north - south)]
}

/** The nearest point of the edge, and its distance as a share of the box. */
function edgeAt(position: Position, box: Box): { readonly at: number; readonly away: number } {
  const [x, y] = place(position, box)
  const sides = [
    { at: x, away: y },
    { at: 1 + y, away: 1 - x },
    { at: 3 - x, away: 1 - y },
    { at: 4 - y, away: x },
  ]
  return sides.reduce((nearest, side) => (side.away < nearest.away ? side : nearest))
}

function positionAt(at: number, [west, south, east, north]: Box): Position {
  const along = ((at % 4) + 4) % 4
  const share = along % 1
  if (along < 1) return [west + share * (east - west), north]
  if (along < 2) return [east, north - share * (north - south)]
  if (along < 3) return [east - share * (east - west), south]
  return [west, south + share * (north - south)]
}

const clockwise = (from: number, to: number): number => (((to - from) % 4) + 4) % 4

/** The corners passed along the edge, clockwise. */
function cornersBetween(from: number, to: number, box: Box): readonly Position[] {
  const end = from + clockwise(from, to)
  const corners: Position[] = []
  for (let corner = Math.floor(from) + 1; corner < end; corner += 1) corners.push(positionAt(corner, box))
  return corners
}

interface Cut {
  readonly line: Line
  readonly from: number
  readonly to: number
}

/** Extends both ends of each line to the edge; drops lines with a missing part. */
function toCuts(lines: readonly Line[], box: Box): readonly Cut[] {
  return lines.flatMap((line) => {
    const [start, end] = [line[0], line.at(-1)]
    if (start === undefined || end === undefined) return []
    const [from, to] = [edgeAt(start, box), edgeAt(end, box)]
    if (from.away > FARTHEST_END || to.away > FARTHEST_END) return []
    return [{ line: [positionAt(from.at, box), ...line, positionAt(to.at, box)], from: from.at, to: to.at }]
  })
}

const turned = ({ line, from, to }: Cut): Cut => ({ line: line.toReversed(), from: to, to: from })

/**
 * Closes lines that have their area on the right: from where one leaves the box, clockwise along the edge, to where the
 * next enters.
 */
export function closeOnTheRight(lines: readonly Line[], box: Box): readonly Line[] {
  const free = new Set(toCuts(lines, box))
  const rings: Line[] = []
  for (const begin of free) {
    free.delete(begin)
    const ring: Position[] = [...begin.line]
    let at = begin.to
    for (;;) {
      const here = at
      const next = [...free].reduce<Cut>(
        (nearest, cut) => (clockwise(here, cut.from) < clockwise(here, nearest.from) ? cut : nearest),
        begin,
      )
      ring.push(...cornersBetween(here, next.from, box))
      if (next === begin) break
      free.delete(next)
      ring.push(...next.line)
      at = next.to
    }
    rings.push([...ring, ...begin.line.slice(0, 1)])
  }
  return rings
}

/** Closes lines whose area may be on either side: from each end the shorter way along the edge to the nearest end. */
export function closeByNearest(lines: readonly Line[], box: Box): readonly Line[] {
  const free = new Set(toCuts(lines, box))
  const rings: Line[] = []
  const distance = (a: number, b: number): number => Math.min(clockwise(a, b), clockwise(b, a))
  for (const begin of free) {
    free.delete(begin)
    const ring: Position[] = [...begin.line]
    let at = begin.to
    for (;;) {
      const here = at
      const turns = [...free].flatMap((cut) => [
        { cut, as: cut },
        { cut, as: turned(cut) },
      ])
      const next = turns.reduce(
        (nearest, turn) => (distance(here, turn.as.from) < distance(here, nearest.as.from) ? turn : nearest),
        { cut: begin, as: begin },
      )
      ring.push(...shorterWay(here, next.as.from, box))
      if (next.cut === begin) break
      free.delete(next.cut)
      ring.push(...next.as.line)
      at = next.as.to
    }
    rings.push([...ring, ...begin.line.slice(0, 1)])
  }
  return rings
}

function shorterWay(from: number, to: number, box: Box): readonly Position[] {
  if (clockwise(from, to) <= clockwise(to, from)) return cornersBetween(from, to, box)
  return cornersBetween(to, from, box).toReversed()
}

/** The whole box as a ring. */
export const boxRing = (box: Box): Line => [0, 1, 2, 3, 0].map((corner) => positionAt(corner, box))
