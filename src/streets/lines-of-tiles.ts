import { mergeLines } from './merge-lines.ts'
import type { NamedLine, Points, StreetTile } from './street-tile.ts'
import { frameOf } from './tile-math.ts'

/** Neighbouring tiles round the same point of a street differently, by up to this much. */
const SAME_POINT_UNITS = 6

/** Returns the part of a segment inside the tile, as fractions 0 to 1 along it; undefined if none is. */
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

/** Clips a line to its tile: tiles extend beyond their edges so that streets are rendered completely. */
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

/** Makes nearly equal ends equal, so that the pieces can be joined. */
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

/** A named line in world pixels. */
export interface WorldLine extends NamedLine {
  /** `part`: continues in the next tile; `joined`: crosses a tile's edge. */
  readonly extent: 'whole' | 'part' | 'joined'
}

interface Street extends Pick<NamedLine, 'kind' | 'name'> {
  readonly pieces: Points[]
}

/**
 * Returns the named lines of several tiles. Each tile's own lines do not depend on the other visible tiles, so names
 * stay in place while the map moves. Lines that cross a tile's edge are added once more in joined form, for names that
 * fit no single tile's part.
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

/** Converts to units relative to the corner of the first tile. */
function shift(points: Points, { at, extent }: StreetTile, first: StreetTile['at']): Points {
  const [dx, dy] = [(at.x - first.x) * extent, (at.y - first.y) * extent]
  return dx === 0 && dy === 0 ? points : points.map((unit, index) => unit + (index % 2 === 0 ? dx : dy))
}

const linesOf = (tile: StreetTile, first: StreetTile['at']): readonly WorldLine[] =>
  tile.lines.map(({ kind, name, points }) => {
    const isWithin = points.every((unit) => unit > 0 && unit < tile.extent)
    return { kind, name, points: shift(points, tile, first), extent: isWithin ? 'whole' : 'part' }
  })

/** Joins lines across tiles of one data zoom, whose units have the same size. */
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

/** Whether a line spans more than one tile. */
function crossesEdge(points: Points, extent: number): boolean {
  const [x, y] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)]
  const tilesAlong = (units: readonly number[]): number =>
    Math.ceil(Math.max(...units) / extent) - Math.floor(Math.min(...units) / extent)
  return tilesAlong(x) > 1 || tilesAlong(y) > 1
}
