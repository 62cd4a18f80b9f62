import { expect, it } from 'vitest'
import { toWorldPx } from '../../src/lib/world-px.ts'
import { previewZoom } from '../../src/parts/base-map/draw-preview.ts'
import { drawTile } from '../../src/parts/base-map/draw-tile.ts'

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

it('leaves out a name that the edge of the picture would cut', () => {
  const zoom = 8
  const { x, y } = toWorldPx(TORONTO, zoom)
  const tile = { x: Math.floor(x / 256), y: Math.floor(y / 256), zoom }
  const places = [{ ...TORONTO, name: 'Toronto', rank: 0, state: 'ON', countryCode: 'CA' }] as const
  const baseMap = { land: [], borders: [], lakes: [], places, attribution: '' }
  const colours = { land: '', water: '', border: '', name: '', font: '' }
  const namesWithin = (left: number) => {
    const names: string[] = []
    const pen = new Proxy(
      { measureText: () => ({ width: 60 }), fillText: (name: string) => names.push(name) },
      { get: (own, key) => Reflect.get(own, key) ?? (() => undefined), set: () => true },
    )
    const frame = { left, top: y - 50, right: x + 200, bottom: y + 50 }
    drawTile(pen as never, tile, { baseMap, colours, covered: [], frame })
    return names
  }
  expect(namesWithin(x - 100)).toEqual(['Toronto'])
  expect(namesWithin(x - 20)).toEqual([])
})
