import { mergeLines } from './merge-lines.ts'
import type { NamedLine, Points, StreetTile } from './street-tile.ts'
import { frameOf } from './tile-math.ts'

/** Neighbouring tiles round the same point of a street each in its own way. */
const SAME_POINT_UNITS = 6

/** The part of a piece of a line that lies within the tile, from 0 to 1 along it; undefined where none does. */
function partWithin(from: readonly [number, number], to: readonly [number, number], extent: number) {
  let [start, end] = [0, 1]
  for (const axis of [0, 1] as const) {
    const [at, by] = [from[axis], to[axis] - from[axis]]
    if (by === 0) {
      if (at < 0 || at > extent) return undefined
      continue
    }
    const [near, far] = by > 0 ? [-at / by, (extent - at) / by] : [(extent - at) / by, -at / by]
    start = Math.max(start, near)
    end = Math.min(end, far)
  }
  return start < end ? { start, end } : undefined
}

/** What of a line lies in its tile: tiles reach over their edges, so that streets are drawn to the end. */
export function clipLine(points: Points, extent: number): readonly Points[] {
  const pieces: number[][] = []
  let piece: number[] | undefined
  for (let index = 2; index + 1 < points.length; index += 2) {
    const from = [points[index - 2] ?? 0, points[index - 1] ?? 0] as const
    const to = [points[index] ?? 0, points[index + 1] ?? 0] as const
    const part = partWithin(from, to, extent)
    if (part === undefined) {
      piece = undefined
      continue
    }
    const at = (share: number): readonly [number, number] => [
      Math.round(from[0] + (to[0] - from[0]) * share),
      Math.round(from[1] + (to[1] - from[1]) * share),
    ]
    if (piece === undefined || part.start > 0) pieces.push((piece = [...at(part.start)]))
    piece.push(...at(part.end))
    if (part.end < 1) piece = undefined
  }
  return pieces
}

/** Ends that are the same point become equal, so that they can be joined. */
function withSameEnds(pieces: readonly Points[]): readonly Points[] {
  const known: (readonly [number, number])[] = []
  const settle = (x: number, y: number): readonly [number, number] => {
    const same = known.find((end) => Math.hypot(end[0] - x, end[1] - y) <= SAME_POINT_UNITS)
    if (same !== undefined) return same
    known.push([x, y])
    return [x, y]
  }
  return pieces.map((points) => [
    ...settle(points[0] ?? 0, points[1] ?? 0),
    ...points.slice(2, -2),
    ...settle(points.at(-2) ?? 0, points.at(-1) ?? 0),
  ])
}

/** A named line in pixels of the world. */
export interface WorldLine extends NamedLine {
  /** part: goes on in the next tile; joined: over the edge of one. */
  readonly extent: 'whole' | 'part' | 'joined'
}

interface Street extends Pick<NamedLine, 'kind' | 'name'> {
  readonly pieces: Points[]
}

/**
 * The named lines of several tiles: as each tile has them, which are the same whatever else is seen, so that names stay where they are while
 * the map moves; and those that cross a tile's edge once more in one, for names that fit into no tile's part.
 */
export function linesOfTiles(tiles: readonly StreetTile[], zoom: number): readonly WorldLine[] {
  return [...groupBy(tiles, ({ at, extent }) => `${String(at.zoom)} ${String(extent)}`).values()].flatMap((alike) => {
    const [{ at, extent }] = alike
    const { left, top, scale } = frameOf(at, zoom, extent)
    return [...alike.flatMap((tile) => linesOf(tile, at)), ...joinedLines(alike)].map(({ points, ...line }) => ({
      ...line,
      points: points.map((unit, index) => unit * scale + (index % 2 === 0 ? left : top)),
    }))
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** In units from the corner of the first tile. */
function shift(points: Points, { at, extent }: StreetTile, first: StreetTile['at']): Points {
  const [dx, dy] = [(at.x - first.x) * extent, (at.y - first.y) * extent]
  return dx === 0 && dy === 0 ? points : points.map((unit, index) => unit + (index % 2 === 0 ? dx : dy))
}

const linesOf = (tile: StreetTile, first: StreetTile['at']): readonly WorldLine[] =>
  tile.lines.map(({ kind, name, points }) => {
    const isWithin = points.every((unit) => unit > 0 && unit < tile.extent)
    return { kind, name, points: shift(points, tile, first), extent: isWithin ? 'whole' : 'part' }
  })

/** Of tiles of one zoom of the data: their units are of one size. */
function joinedLines(tiles: readonly [StreetTile, ...StreetTile[]]): readonly WorldLine[] {
  const [{ at: first, extent }, ...others] = tiles
  if (others.length === 0) return []
  const streets = new Map<string, Street>()
  for (const tile of tiles) {
    for (const { kind, name, points } of tile.lines) {
      const pieces = clipLine(points, extent).map((piece) => shift(piece, tile, first))
      const key = `${kind}|${name}`
      const street = streets.get(key)
      if (street === undefined) streets.set(key, { kind, name, pieces: [...pieces] })
      else street.pieces.push(...pieces)
    }
  }
  return [...streets.values()].flatMap(({ kind, name, pieces }) =>
    mergeLines(withSameEnds(pieces))
      .filter((points) => crossesEdge(points, extent))
      .map((points): WorldLine => ({ kind, name, points, extent: 'joined' })),
  )
}

/** Whether a line lies in more than one tile. */
function crossesEdge(points: Points, extent: number): boolean {
  const [x, y] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)]
  const tilesAlong = (units: readonly number[]): number =>
    Math.ceil(Math.max(...units) / extent) - Math.floor(Math.min(...units) / extent)
  return tilesAlong(x) > 1 || tilesAlong(y) > 1
}
