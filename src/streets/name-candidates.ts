import { linesOfTiles } from './lines-of-tiles.ts'
import type { StreetLook } from './street-look.ts'
import { type NamedPoint, type Names, type PointKind, type RoadKind, type StreetTile } from './street-tile.ts'
import { frameOf, type Rect } from './tile-math.ts'

export interface NameStyle {
  readonly sizePx: number
  readonly weight: 400 | 500 | 600
  readonly isItalic: boolean
  readonly tone: 'name' | 'greenName' | 'waterName'
  /** A dot at the position, with the name below it. */
  readonly hasDot: boolean
}

interface Candidate {
  readonly text: string
  readonly style: NameStyle
  /** Lower ranks are placed first. */
  readonly rank: number
}

export interface PointName extends Candidate {
  readonly x: number
  readonly y: number
}

export interface LineName extends Candidate {
  /** Pixels of the view: x, y, x, y … */
  readonly points: readonly number[]
  /** The street continues beyond this line, so a line too short for the name does not mean a short street. */
  readonly isPart?: boolean
}

export interface Candidates {
  readonly points: readonly PointName[]
  readonly lines: readonly LineName[]
}

export interface NameView {
  /** World pixels at the zoom level. */
  readonly rect: Rect
  readonly zoom: number
}

const PLAIN = { weight: 500, isItalic: false, tone: 'name', hasDot: false } as const

/** Ranks interleave with those of roads: a neighbourhood comes before a street, a landmark after wide streets. */
const POINTS: Readonly<Record<PointKind, { readonly rank: number; readonly from: number; readonly style: NameStyle }>> =
  {
    locality: { rank: 0, from: 8, style: { ...PLAIN, sizePx: 14, weight: 600 } },
    neighbourhood: { rank: 1, from: 12, style: { ...PLAIN, sizePx: 13, weight: 600 } },
    water: { rank: 2, from: 11, style: { ...PLAIN, sizePx: 13, isItalic: true, tone: 'waterName' } },
    station: { rank: 4, from: 15, style: { ...PLAIN, sizePx: 12, hasDot: true } },
    park: { rank: 5, from: 15, style: { ...PLAIN, sizePx: 12, isItalic: true, tone: 'greenName' } },
    landmark: { rank: 8, from: 16, style: { ...PLAIN, sizePx: 12, hasDot: true } },
  }

/** City names are for distant views; neighbourhoods are too large for the closest ones. */
const LOCALITY_TO = 13
const NEIGHBOURHOOD_TO = 16

type NamedRoad = Exclude<RoadKind, 'rail'>
const ROADS: Readonly<Record<NamedRoad, { readonly rank: number; readonly from: number; readonly sizePx: number }>> = {
  highway: { rank: 3, from: 13, sizePx: 12 },
  major_road: { rank: 3.5, from: 13, sizePx: 12 },
  minor_road: { rank: 6, from: 15, sizePx: 12 },
  path: { rank: 9, from: 17, sizePx: 11 },
}
const JOINED_RANK = 0.25
/** Closer views have room for larger letters. */
const LARGE_ZOOM = 16

const nameIn = ({ local, en, fr }: Names, language: StreetLook['language']): string =>
  (language === 'fr' ? fr : en) ?? local

const isNear = ({ x, y }: { readonly x: number; readonly y: number }, width: number, height: number): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height

function isShown({ kind, minZoom }: NamedPoint, zoom: number): boolean {
  if (kind === 'locality' && zoom > LOCALITY_TO) return false
  if (kind === 'neighbourhood' && zoom > NEIGHBOURHOOD_TO) return false
  return zoom >= Math.max(minZoom, POINTS[kind].from)
}

/** Returns the possible names of a view from its data tiles, in pixels from the view's corner. */
export function candidatesOf(
  tiles: readonly StreetTile[],
  { rect, zoom }: NameView,
  { language, textScale }: Pick<StreetLook, 'language' | 'textScale'>,
): Candidates {
  const scaled = (style: NameStyle): NameStyle => ({ ...style, sizePx: style.sizePx * textScale })
  const [width, height] = [rect.right - rect.left, rect.bottom - rect.top]
  const points: PointName[] = []
  const lines: LineName[] = []
  for (const tile of tiles) {
    const { left, top, scale } = frameOf(tile.at, zoom, tile.extent)
    const toView = (x: number, y: number) => ({ x: x * scale + left - rect.left, y: y * scale + top - rect.top })
    for (const point of tile.points) {
      const at = toView(point.x, point.y)
      if (!isShown(point, zoom) || !isNear(at, width, height)) continue
      const { rank, style } = POINTS[point.kind]
      // Within a kind, the more important first: those are shown at smaller zooms.
      points.push({
        ...at,
        text: nameIn(point.names, language),
        rank: rank + point.minZoom / 100,
        style: scaled(style),
      })
    }
  }
  for (const { kind, name, points: world, extent } of linesOfTiles(tiles, zoom)) {
    if (kind === 'rail' || zoom < ROADS[kind].from) continue
    const { rank, sizePx } = ROADS[kind]
    const size = zoom >= LARGE_ZOOM && kind !== 'path' ? sizePx + 1 : sizePx
    const line = world.map((px, at) => px - (at % 2 === 0 ? rect.left : rect.top))
    if (!isInView(line, width, height)) continue
    const style = scaled({ ...PLAIN, sizePx: size })
    // Ranked after names of the same kind that fit into one tile.
    const behind = extent === 'joined' ? JOINED_RANK : 0
    lines.push({ points: line, text: name, rank: rank + behind, style, isPart: extent === 'part' })
  }
  return { points, lines }
}

function isInView(line: readonly number[], width: number, height: number): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at + 1 < line.length; at += 2) {
    const [x, y] = [line[at] ?? 0, line[at + 1] ?? 0]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return right > 0 && bottom > 0 && left < width && top < height
}
