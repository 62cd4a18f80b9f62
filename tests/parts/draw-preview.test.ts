import { expect, it } from 'vitest'
import { toWorldPx } from '../../src/lib/world-px.ts'
import { previewZoom } from '../../src/parts/base-map/draw-preview.ts'
import { drawTile, type TileContent } from '../../src/parts/base-map/draw-tile.ts'

const TORONTO = { lat: 43.65, lng: -79.38 }

it('opens near where car parks are near, and farther out where they are far', () => {
  const near = previewZoom(TORONTO, [200, 500, 900])
  const far = previewZoom(
    TORONTO,
    Array.from({ length: 40 }, (_, step) => step * 3_000),
  )
  expect(near).toBe(8)
  expect(far).toBeLessThan(near)
})

it('never opens so near that the outlines would be wrong, nor so far that a region is a dot', () => {
  expect(previewZoom(TORONTO, [])).toBe(8)
  expect(previewZoom(TORONTO, [10_000_000])).toBe(6)
})

/** Returns the names in a picture that contains Toronto, and how far above Toronto each is written. */
function namesIn(frameAt: (toronto: { readonly x: number; readonly y: number }) => TileContent['frame']) {
  const zoom = 8
  const toronto = toWorldPx(TORONTO, zoom)
  const tile = { x: Math.floor(toronto.x / 256), y: Math.floor(toronto.y / 256), zoom }
  const places = [{ ...TORONTO, name: 'Toronto', rank: 0, state: 'ON', countryCode: 'CA' }] as const
  const baseMap = { land: [], borders: [], lakes: [], places, attribution: '' }
  const colours = { land: '', water: '', border: '', name: '', font: '' }
  const names: (readonly [name: string, above: number])[] = []
  const note = (name: string, _x: number, y: number) =>
    names.push([name, Math.round(toronto.y - tile.y * 256 - y)] as const)
  const pen = new Proxy(
    { measureText: () => ({ width: 60 }), fillText: note },
    { get: (own, key) => Reflect.get(own, key) ?? (() => undefined), set: () => true },
  )
  const frame = frameAt(toronto)
  drawTile(pen as never, tile, { baseMap, colours, covered: [], ...(frame === undefined ? {} : { frame }) })
  return names
}

const around = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  left: x - 100,
  top: y - 50,
  right: x + 200,
  bottom: y + 50,
})

it('leaves out a name that the edge of the picture would cut', () => {
  expect(namesIn(around)).toEqual([['Toronto', 0]])
  expect(namesIn((at) => ({ ...around(at), left: at.x - 20 }))).toEqual([])
})

it('writes a name that a pin would cover above it, and leaves it out where there is no room', () => {
  const pinned = (dx: number, dy: number) => namesIn((at) => ({ ...around(at), pin: { x: at.x + dx, y: at.y + dy } }))
  expect(pinned(0, 0)).toEqual([['Toronto', 28]])
  expect(pinned(30, 10)).toEqual([['Toronto', 18]])
  expect(pinned(60, 0)).toEqual([['Toronto', 0]])
  expect(pinned(0, -20)).toEqual([['Toronto', 0]])
  expect(namesIn((at) => ({ ...around(at), top: at.y - 30, pin: at }))).toEqual([])
})

/** Returns the points of a line as drawn in the tile that holds Toronto, in pixels from the tile's corner. */
function pointsOf(lngLats: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const zoom = 8
  const { x, y } = toWorldPx(TORONTO, zoom)
  const tile = { x: Math.floor(x / 256), y: Math.floor(y / 256), zoom }
  const line = { points: Float64Array.from(lngLats), west: -180, east: 180, south: -85, north: 85 }
  const baseMap = { land: [line], borders: [], lakes: [], places: [], attribution: '' }
  const colours = { land: '', water: '', border: '', name: '', font: '' }
  const drawn: (readonly [number, number])[] = []
  const note = (left: number, top: number) => drawn.push([left, top])
  const pen = new Proxy(
    { moveTo: note, lineTo: note },
    { get: (own, key) => Reflect.get(own, key) ?? (() => undefined), set: () => true },
  )
  drawTile(pen as never, tile, { baseMap, colours, covered: [] })
  return drawn
}

it('draws each point of a line that a tile shows, and of a coast beyond it the ends alone', () => {
  const inside = Array.from({ length: 20 }, (_, step) => [TORONTO.lng + step * 0.01, TORONTO.lat]).flat()
  expect(pointsOf(inside)).toHaveLength(20)
  const west = Array.from({ length: 500 }, (_, step) => [-100 - Math.sin(step), 20 + step * 0.1]).flat()
  expect(pointsOf([...west, ...inside])).toHaveLength(22)
  expect(pointsOf([...inside, ...west])).toHaveLength(22)
})

it('a line that goes around a tile stays outside of it', () => {
  // West, north, east, south, west again: no two of these points may be joined by a line through the middle.
  const around = [-81, 43.65, -81, 46, -79.38, 46, -77, 46, -77, 43.65, -77, 41, -79.38, 41, -81, 41, -81, 43.65]
  const points = pointsOf(around)
  const crosses = points.some(([x, y], index) => {
    const [toX, toY] = points[index + 1] ?? [x, y]
    return Array.from({ length: 101 }, (_, part) => part / 100).some((part) =>
      [x + (toX - x) * part, y + (toY - y) * part].every((at) => at > 0 && at < 256),
    )
  })
  expect(crosses).toBe(false)
})
