import type { Position } from './street-feature.ts'
import type { Box } from './tile-box.ts'

export type Line = readonly Position[]

/** Equal for positions that OpenStreetMap cannot tell apart. */
export const positionKey = ([lng, lat]: Position): string => `${lng.toFixed(7)},${lat.toFixed(7)}`

const first = (line: Line): string => positionKey(mustBe(line[0]))
const last = (line: Line): string => positionKey(mustBe(line.at(-1)))

function mustBe(position: Position | undefined): Position {
  if (position === undefined) throw new Error('a line has two positions at least')
  return position
}

export const isClosed = (line: Line): boolean => line.length >= 4 && first(line) === last(line)

/** Lines by the positions where they may be continued. */
class Ends {
  readonly #byKey = new Map<string, Set<number>>()

  add(key: string, index: number): void {
    const known = this.#byKey.get(key)
    if (known === undefined) this.#byKey.set(key, new Set([index]))
    else known.add(index)
  }

  remove(key: string, index: number): void {
    this.#byKey.get(key)?.delete(index)
  }

  find(key: string): number | undefined {
    return this.#byKey.get(key)?.values().next().value
  }
}

/**
 * Joins each line that ends where another begins, repeatedly. With `mayReverse` the direction does not matter, as in
 * the rings of a multipolygon or the blocks of a street; a coastline keeps its direction.
 */
export function joinLines(lines: readonly Line[], { mayReverse }: { readonly mayReverse: boolean }): readonly Line[] {
  const starts = new Ends()
  const ends = new Ends()
  lines.forEach((line, index) => {
    starts.add(first(line), index)
    ends.add(last(line), index)
  })
  const taken = new Set<number>()
  const take = (index: number): Line => {
    const line = lines[index] ?? []
    taken.add(index)
    starts.remove(first(line), index)
    ends.remove(last(line), index)
    return line
  }
  const next = (at: string): Line | undefined => {
    const forward = starts.find(at)
    if (forward !== undefined) return take(forward)
    const backward = mayReverse ? ends.find(at) : undefined
    return backward === undefined ? undefined : take(backward).toReversed()
  }
  const before = (at: string): Line | undefined => {
    const forward = ends.find(at)
    if (forward !== undefined) return take(forward)
    const backward = mayReverse ? starts.find(at) : undefined
    return backward === undefined ? undefined : take(backward).toReversed()
  }
  const joined: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    if (taken.has(index)) continue
    const parts: Line[] = [take(index)]
    const isRing = (): boolean => first(mustLine(parts[0])) === last(mustLine(parts.at(-1)))
    for (let more = next(last(mustLine(parts[0]))); more !== undefined; more = next(last(more))) {
      parts.push(more)
      if (isRing()) break
    }
    for (let more = isRing() ? undefined : before(first(mustLine(parts[0]))); more !== undefined;) {
      parts.unshift(more)
      more = isRing() ? undefined : before(first(more))
    }
    joined.push(parts.flatMap((part, at) => (at === 0 ? part : part.slice(1))))
  }
  return joined
}

function mustLine(line: Line | undefined): Line {
  if (line === undefined) throw new Error('a joined line has a part')
  return line
}

/**
 * The part of a segment from a to b inside the box, as shares of the segment. Undefined when it lies outside (Liang and
 * Barsky).
 */
function shareInside(a: Position, b: Position, [west, south, east, north]: Box): readonly [number, number] | undefined {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  let from = 0
  let to = 1
  for (const [p, q] of [
    [-dx, a[0] - west],
    [dx, east - a[0]],
    [-dy, a[1] - south],
    [dy, north - a[1]],
  ] as const) {
    if (p === 0) {
      if (q < 0) return undefined
    } else if (p < 0) from = Math.max(from, q / p)
    else to = Math.min(to, q / p)
  }
  return from < to ? [from, to] : undefined
}

const between = (a: Position, b: Position, share: number): Position =>
  share === 0 ? a : share === 1 ? b : [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]

/** The pieces of a line inside the box. */
export function clipLine(line: Line, box: Box): readonly Line[] {
  const pieces: Position[][] = []
  let piece: Position[] | undefined
  for (let at = 1; at < line.length; at += 1) {
    const a = mustBe(line[at - 1])
    const b = mustBe(line[at])
    const share = shareInside(a, b, box)
    if (share === undefined) {
      piece = undefined
      continue
    }
    if (piece === undefined || share[0] > 0) {
      piece = [between(a, b, share[0])]
      pieces.push(piece)
    }
    piece.push(between(a, b, share[1]))
    if (share[1] < 1) piece = undefined
  }
  return pieces.filter((points) => points.length > 1)
}

/** Clips a closed ring to the box and closes it along the edge (Sutherland and Hodgman). Empty when it lies outside. */
export function clipRing(ring: Line, [west, south, east, north]: Box): Line {
  let points = ring.slice(0, -1)
  for (const [axis, limit, sign] of [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ] as const) {
    const clipped: Position[] = []
    points.forEach((b, at) => {
      const a = mustBe(points.at(at - 1))
      const isIn = (b[axis] - limit) * sign >= 0
      if (isIn !== (a[axis] - limit) * sign >= 0) clipped.push(between(a, b, (limit - a[axis]) / (b[axis] - a[axis])))
      if (isIn) clipped.push(b)
    })
    points = clipped
  }
  const [start] = points
  return start === undefined || points.length < 3 ? [] : [...points, start]
}
