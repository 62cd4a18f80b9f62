import { describe, expect, it } from 'vitest'
import { cutTiles } from '../../provider/tiles/cut-tiles.ts'
import type { StreetFeature } from '../../provider/tiles/street-feature.ts'
import { TILE_PX, toWorldPx } from '../../src/lib/world-px.ts'
import { candidatesOf } from '../../src/streets/name-candidates.ts'
import { placeNames, type PlacedName } from '../../src/streets/place-names.ts'
import { parseTile } from '../../src/streets/street-tile.ts'
import type { Rect } from '../../src/streets/tile-math.ts'

type Position = readonly [lng: number, lat: number]

/** The corner of four data tiles in Dakar: streets across it lie in two or more of them. */
const DATA_ZOOM = 14
const CORNER = { x: 7398, y: 7520 }
const SIDE = 2 ** DATA_ZOOM
const toLng = (x: number): number => (x / SIDE) * 360 - 180
const toLat = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / SIDE))) * 180) / Math.PI
/** Returns the place that many data tiles right of and below that corner. */
const from = (x: number, y: number): Position => [toLng(CORNER.x + x), toLat(CORNER.y + y)]
const BOX = [...from(-1, 1), ...from(1, -1)] as const

const street = (name: string, ...coordinates: readonly Position[]): StreetFeature => ({
  layer: 'roads',
  fromZoom: 10,
  tags: { kind: 'minor_road', name },
  shape: { type: 'LineString', coordinates },
})

/** Returns the names in a view of 600 x 600 CSS pixels around the corner. */
function namesOf(features: readonly StreetFeature[], zoom: number, isSeen?: (tile: { readonly x: number }) => boolean) {
  const tiles = cutTiles([...features], [BOX[0], BOX[1], BOX[2], BOX[3]])
    .filter((tile) => tile.z === DATA_ZOOM && (isSeen === undefined || isSeen(tile)))
    .map(({ bytes, x, y }) => parseTile(new Uint8Array(bytes).buffer, { x, y, zoom: DATA_ZOOM }))
  const [lng, lat] = from(0, 0)
  const { x, y } = toWorldPx({ lng, lat }, zoom)
  const rect = { left: x - 300, top: y - 300, right: x + 300, bottom: y + 300 }
  const measure = (text: string) => text.length * 7
  const candidates = candidatesOf(tiles, { rect, zoom }, { language: 'fr', textScale: 1 })
  return { names: placeNames(candidates, { width: 600, height: 600, markers: [], measure }), rect }
}

const textOf = ({ letters }: PlacedName): string => letters.map(({ text }) => text).join('')

interface Spot {
  readonly x: number
  readonly y: number
}

interface View {
  readonly rect: Rect
  readonly zoom: number
}

/** Returns how far a point of the view is from a straight street. */
function distanceTo([a, b]: readonly [Position, Position], at: Spot, { rect, zoom }: View) {
  const [p, q] = [a, b].map(([lng, lat]) => toWorldPx({ lng, lat }, zoom))
  if (p === undefined || q === undefined) throw new Error('a street has two ends')
  const [x, y] = [at.x + rect.left, at.y + rect.top]
  return Math.abs((q.y - p.y) * (x - p.x) - (q.x - p.x) * (y - p.y)) / Math.hypot(q.x - p.x, q.y - p.y)
}

/** Decomposed accents, as some data have them. */
const APART = 'Rue de l’Église'.normalize('NFD')
const NAMES = [
  'Avenue Cheikh Anta Diop',
  'Rue de l’Église',
  "Rue de l'Hôpital",
  'Boulevard du Général-de-Gaulle',
  'Rue Ngor-Almadies Ç à ï œ',
]

describe.each([15, 16, 17])('at zoom %i', (zoom) => {
  /** Returns the data tiles that `px` pixels cover, for a street of that length on each side of the edge. */
  const share = (px: number): number => px / (TILE_PX * 2 ** (zoom - DATA_ZOOM))

  it.each(NAMES)('%s is drawn once and whole where its street crosses the edge of a tile', (name) => {
    const half = share(name.length * 7 * 0.6)
    // Neither tile has room for even half of the name.
    const ends = [from(-half, share(40)), from(half, share(70))] as const
    const { names, rect } = namesOf([street(name, ...ends)], zoom)
    expect(names.map(textOf)).toEqual([name])
    const [placed] = names
    for (const letter of placed?.letters ?? []) expect(distanceTo(ends, letter, { rect, zoom })).toBeLessThan(2)
    // The name follows the street across the edge.
    expect(placed?.letters[0]?.angle).not.toBe(0)
    const boxes = placed?.boxes ?? []
    expect(Math.min(...boxes.map(({ left }) => left))).toBeLessThan(300)
    expect(Math.max(...boxes.map(({ right }) => right))).toBeGreaterThan(300)
  })

  it('accents that come apart from their letters are drawn on them', () => {
    const { names } = namesOf([street(APART, from(-share(200), share(40)), from(-share(20), share(60)))], zoom)
    expect(names.map(textOf)).toEqual(['Rue de l’Église'])
  })

  it('a long street over the edge is named again only far away', () => {
    const ends = [from(-share(280), -share(280)), from(share(280), share(280))] as const
    const { names } = namesOf([street('Corniche Ouest', ...ends)], zoom)
    expect(names.map(textOf)).toEqual(['Corniche Ouest', 'Corniche Ouest'])
    const [a, b] = names.map(({ letters }) => letters[0])
    expect(Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThan(320)
  })

  it('names stay where they are when the next tile comes into view', () => {
    const features = [street('Rue Félix Éboué', from(-share(290), share(50)), from(share(100), share(60)))]
    const [before, after] = [namesOf(features, zoom, ({ x }) => x < CORNER.x), namesOf(features, zoom)]
    expect(before.names.map(textOf)).toEqual(['Rue Félix Éboué'])
    expect(after.names).toEqual(before.names)
  })
})
