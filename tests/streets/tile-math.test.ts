import { describe, expect, it } from 'vitest'
import { dataTile, frameOf, intersects, rectOf, tileRect, tilesIn } from '../../src/streets/tile-math.ts'

describe('the tile of the data', () => {
  it('is the drawn one as far as the data go, then the one that it lies in', () => {
    expect(dataTile({ x: 2621, y: 6332, zoom: 14 }, 14)).toEqual({ x: 2621, y: 6332, zoom: 14 })
    expect(dataTile({ x: 2621 * 8 + 5, y: 6332 * 8 + 7, zoom: 17 }, 14)).toEqual({ x: 2621, y: 6332, zoom: 14 })
  })

  it('lies in the world at the drawn zoom where its parts lie', () => {
    const drawn = { x: 2621 * 4 + 3, y: 6332 * 4 + 1, zoom: 16 }
    const data = dataTile(drawn, 14)
    const { left, top, scale } = frameOf(data, 16, 4096)
    // Three quarters to the right and one down, where the rendered tile begins.
    expect(left + 3072 * scale).toBe(tileRect(drawn).left)
    expect(top + 1024 * scale).toBe(tileRect(drawn).top)
  })
})

describe('a box of degrees', () => {
  it('covers the world between Mercator’s ends', () => {
    expect(rectOf([-180, -85.051_128_78, 180, 85.051_128_78], 0).right).toBe(256)
    expect(rectOf([-180, -90, 180, 90], 0).bottom).toBeCloseTo(256)
  })

  it('meets the tiles that it touches and no others', () => {
    const midtown = rectOf([-74.014, 40.736, -73.963, 40.759], 14)
    expect(intersects(midtown, tileRect({ x: 4824, y: 6157, zoom: 14 }))).toBe(true)
    expect(intersects(midtown, tileRect({ x: 4828, y: 6157, zoom: 14 }))).toBe(false)
  })
})

describe('the tiles of a view', () => {
  it('are those that it touches, row by row', () => {
    expect(tilesIn({ left: 200, top: 300, right: 600, bottom: 512 }, 4)).toEqual([
      { x: 0, y: 1, zoom: 4 },
      { x: 1, y: 1, zoom: 4 },
      { x: 2, y: 1, zoom: 4 },
    ])
  })

  it('end where the world does', () => {
    expect(tilesIn({ left: -500, top: -500, right: 900, bottom: 900 }, 1)).toHaveLength(4)
  })
})
