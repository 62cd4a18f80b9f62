import type { Map } from 'leaflet'
import type { LatLng } from '../../../lib/cell.ts'
import { MAX_ZOOM } from '../../../parts/base-map/scale.ts'
import type { Edges } from './edges.ts'

/** Zooming in further at once would be disorienting. */
const MAX_STEPS = 2

/**
 * Zooms in by at least one level so that all these places fit in the uncovered part of the map. Returns false at the
 * maximum zoom: the places share one spot, and only the list can tell them apart.
 */
export function openCluster(map: Map, places: readonly LatLng[], { from, until }: Edges): boolean {
  const zoom = map.getZoom()
  if (zoom >= MAX_ZOOM) return false
  const [first, ...others] = places.map(({ lat, lng }) => map.project([lat, lng], MAX_ZOOM))
  if (first === undefined) return false
  const [min, max] = [first.clone(), first.clone()]
  for (const { x, y } of others) {
    min.x = Math.min(min.x, x)
    min.y = Math.min(min.y, y)
    max.x = Math.max(max.x, x)
    max.y = Math.max(max.y, y)
  }
  const room = map.getSize().subtract(from).subtract(until)
  const fits = (at: number): boolean => {
    const size = max.subtract(min).divideBy(2 ** (MAX_ZOOM - at))
    return size.x <= room.x && size.y <= room.y
  }
  let next = zoom + 1
  while (next < Math.min(MAX_ZOOM, zoom + MAX_STEPS) && fits(next + 1)) next += 1
  const middle = min.add(max).divideBy(2 ** (MAX_ZOOM - next + 1))
  const centre = middle.add([(until[0] - from[0]) / 2, (until[1] - from[1]) / 2])
  map.setView(map.unproject(centre, next), next)
  return true
}
