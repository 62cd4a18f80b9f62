import { map as createMap } from 'leaflet'
import { describe, expect, it } from 'vitest'
import type { LatLng } from '../../../src/lib/cell.ts'
import { type Edges, paddingWithin } from '../../../src/screens/find/map/edges.ts'
import { openCluster } from '../../../src/screens/find/map/open-cluster.ts'

const SIZE = { width: 360, height: 420 }
/** Space covered over a phone's map: search and chips above, the sheet and buttons below. */
const EDGES: Edges = { from: [70, 212], until: [110, 90], least: 156 }
const TORONTO: LatLng = { lat: 43.653, lng: -79.383 }

function makeMap(zoom: number, height = SIZE.height) {
  const element = document.createElement('div')
  // jsdom has no layout.
  Object.defineProperties(element, { clientWidth: { value: SIZE.width }, clientHeight: { value: height } })
  return createMap(element, { center: TORONTO, zoom, maxZoom: 17, zoomAnimation: false, fadeAnimation: false })
}

/** Returns three places that many pixels apart at the zoom. */
const threeAround = (map: ReturnType<typeof makeMap>, px: number): readonly LatLng[] =>
  [0, px / 2, px].map((x) => {
    const { lat, lng } = map.containerPointToLatLng([90 + x, 150 + x / 4])
    return { lat, lng }
  })

describe('a tap on a cluster', () => {
  it.each([
    [20, 2],
    [60, 1],
    [170, 1],
  ])('of places %i px apart goes %i zooms nearer, and all stand where nothing covers them', (px, steps) => {
    const map = makeMap(12)
    const places = threeAround(map, px)
    expect(openCluster(map, places, EDGES)).toBe(true)
    expect(map.getZoom()).toBe(12 + steps)
    if (px > 90) return
    for (const place of places) {
      const { x, y } = map.latLngToContainerPoint(place)
      expect(x).toBeGreaterThanOrEqual(EDGES.from[0])
      expect(x).toBeLessThanOrEqual(SIZE.width - EDGES.until[0])
      expect(y).toBeGreaterThanOrEqual(EDGES.from[1])
      expect(y).toBeLessThanOrEqual(SIZE.height - EDGES.until[1])
    }
  })

  it('leads nowhere at the nearest zoom: only the list can tell places of one spot apart', () => {
    const map = makeMap(17)
    expect(openCluster(map, [TORONTO, TORONTO], EDGES)).toBe(false)
    expect(map.getZoom()).toBe(17)
  })
})

describe('the selected car park is brought to where nothing covers its pill', () => {
  it.each([
    ['high', 420, 330],
    ['as high as both edges', 302, 212],
    ['lower, as of 360 x 640', 232, 156],
    ['lower still, where the lines below keep their room', 192, 138],
  ])('on a map that is %s', (_what, height, wanted) => {
    const map = makeMap(12, height)
    const { lat, lng } = map.containerPointToLatLng([180, height + 50])
    map.panInside([lat, lng], { ...paddingWithin(map, EDGES), animate: false })
    expect(map.latLngToContainerPoint([lat, lng]).y).toBe(wanted)
  })
})
