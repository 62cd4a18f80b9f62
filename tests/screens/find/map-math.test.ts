import { describe, expect, it } from 'vitest'
import { clusterPoints } from '../../../src/screens/find/map/cluster.ts'
import { metresPerPixel, outlineOpacity, startZoom } from '../../../src/parts/base-map/scale.ts'
import { distanceMetres } from '../../../src/lib/cell.ts'
import { toWorldPx } from '../../../src/lib/world-px.ts'

const ZOOM = 14
const MIDDLE = { lat: 43.668, lng: -79.397 }
/** Degrees per pixel at that zoom. */
const PX = { lng: 360 / (256 * 2 ** ZOOM), lat: (360 / (256 * 2 ** ZOOM)) * Math.cos((MIDDLE.lat * Math.PI) / 180) }
const SEEN = { west: -79.6, south: 43.5, east: -79.2, north: 43.8 }
/** A pill that many pixels right of and below the middle. */
const at = (id: number, x: number, y: number) => ({
  id,
  at: { lat: MIDDLE.lat - y * PX.lat, lng: MIDDLE.lng + x * PX.lng },
  widthPx: 60,
})
const clustersOf = (points: readonly ReturnType<typeof at>[], selectedId: number | null = null) =>
  clusterPoints(points, selectedId)(ZOOM, SEEN)

describe('clusters', () => {
  it('joins pills that would cover each other and leaves the others alone', () => {
    const clusters = clustersOf([at(1, 0, 0), at(2, 30, 10), at(3, 400, 0)])
    expect(clusters.map(({ ids }) => ids)).toEqual([[1, 2], [3]])
  })

  it('leaves pills alone that stand one above the other', () => {
    expect(clustersOf([at(1, 0, 0), at(2, 0, 44)])).toHaveLength(2)
    expect(clustersOf([at(1, 0, 0), at(2, 44, 0)])).toHaveLength(1)
  })

  it('keeps a park alone where it stands', () => {
    const [cluster] = clustersOf([at(1, 0, 0)])
    expect(cluster).toEqual({ ids: [1], at: MIDDLE })
  })

  it('never hides the selected park in a group', () => {
    const clusters = clustersOf([at(1, 0, 0), at(2, 5, 5), at(3, 8, 0)], 2)
    expect(clusters.map(({ ids }) => ids)).toEqual([[1, 3], [2]])
  })

  it('moves a group that the selected pill would cover to its farthest member', () => {
    const far = at(3, 60, 30)
    const clusters = clustersOf([at(1, 0, 0), at(2, 2, 2), far], 1)
    expect(clusters.find(({ ids }) => ids.includes(2))).toEqual({ ids: [2, 3], at: far.at })
  })

  it('makes none of what is not seen, but of the selected park', () => {
    const points = [at(1, 0, 0), at(2, 5_000, 0), at(3, 9_000, 0)]
    expect(clustersOf(points, 3).map(({ ids }) => ids)).toEqual([[1], [3]])
  })

  it('loses nobody, at any zoom', () => {
    const points = Array.from({ length: 300 }, (_, id) => at(id, ((id * 37) % 900) - 450, ((id * 61) % 700) - 350))
    for (const zoom of [4, 9, 12, 14, 17])
      expect(
        clusterPoints(points, 7)(zoom, SEEN)
          .flatMap(({ ids }) => ids)
          .toSorted((a, b) => a - b),
      ).toEqual(points.map(({ id }) => id))
  })
})

describe('the first zoom', () => {
  const toronto = { lat: 43.668, lng: -79.397 }

  it('is street scale where parks are near', () => {
    expect(startZoom(toronto, [230, 420, 550], 150)).toBe(14)
  })

  it('goes out until three parks are in sight', () => {
    const zoom = startZoom(toronto, [230, 9_000, 12_000], 150)
    expect(metresPerPixel(toronto.lat, zoom) * 150).toBeGreaterThan(12_000)
    expect(metresPerPixel(toronto.lat, zoom + 1) * 150).toBeLessThan(12_000)
  })

  it('has a start where there is no park at all', () => {
    expect(startZoom(toronto, [], 150)).toBe(14)
  })
})

describe('the outlines', () => {
  it('are whole as far as they are true, faded one step nearer, then gone; in Africa two steps later', () => {
    const [toronto, dakar] = [-79.4, -17.4]
    expect([8, 9, 10, 14].map((zoom) => outlineOpacity(toronto, zoom))).toEqual([1, 0.5, 0, 0])
    expect([10, 11, 12, 14].map((zoom) => outlineOpacity(dakar, zoom))).toEqual([1, 0.5, 0, 0])
  })
})

describe('world pixels', () => {
  it('puts the null island in the middle of the world', () => {
    expect(toWorldPx({ lat: 0, lng: 0 }, 1)).toEqual({ x: 256, y: 256 })
  })

  it('agrees with the ground distance of a pixel', () => {
    const zoom = 14
    const here = toWorldPx({ lat: 43.668, lng: -79.397 }, zoom)
    const east = toWorldPx({ lat: 43.668, lng: -79.397 + 0.01 }, zoom)
    const metres = distanceMetres({ lat: 43.668, lng: -79.397 }, { lat: 43.668, lng: -79.387 })
    expect((east.x - here.x) * metresPerPixel(43.668, zoom)).toBeCloseTo(metres, -1)
  })
})
