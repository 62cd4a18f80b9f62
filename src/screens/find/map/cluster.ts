import Supercluster from 'supercluster'
import type { LatLng } from '../../../lib/cell.ts'
import { TILE_PX, toWorldPx } from '../../../lib/world-px.ts'
import { MAX_ZOOM, MIN_ZOOM } from '../../../parts/base-map/scale.ts'

/** A park on the map, with the width of its pill. */
export interface MapPoint {
  readonly id: number
  readonly at: LatLng
  readonly widthPx: number
}

export interface Cluster {
  /** In input order. */
  readonly ids: readonly number[]
  readonly at: LatLng
}

/** The visible area, degrees. */
export interface Seen {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Returns the clusters of the visible area, plus the selected park wherever it is. */
export type ClustersAt = (zoom: number, seen: Seen) => readonly Cluster[]

/** A pill is 30 px high, plus its tail. */
const HEIGHT_PX = 36
const GAP_PX = 4
/** Half the width that the count, its gap and "+" add when a pill becomes a cluster. */
const CLUSTER_EXTRA_PX = 20
const RADIUS_PX = HEIGHT_PX + GAP_PX

type Leaf = Pick<MapPoint, 'id'>

/** Returns the minimum horizontal distance between the centres of two pills. */
const reachOf = (points: readonly MapPoint[]): number =>
  points.reduce((widest, { widthPx }) => Math.max(widest, widthPx), RADIUS_PX) + CLUSTER_EXTRA_PX + GAP_PX

/** Groups pills that would overlap. The selected park never joins a group, so its marker stays visible. */
export function clusterPoints(points: readonly MapPoint[], selectedId: number | null): ClustersAt {
  const reachPx = reachOf(points)
  // Supercluster groups within circles, but pills are wider than high: scale the longitudes down by that ratio.
  const squeeze = RADIUS_PX / reachPx
  const ranks = new Map(points.map(({ id }, rank) => [id, rank]))
  const rankOf = (id: number): number => ranks.get(id) ?? 0
  const selected = points.find(({ id }) => id === selectedId)
  const index = new Supercluster<Leaf>({ radius: RADIUS_PX, extent: TILE_PX, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM })
  index.load(
    points
      .filter((point) => point !== selected)
      .map(({ id, at: { lat, lng } }) => ({
        type: 'Feature',
        properties: { id },
        geometry: { type: 'Point', coordinates: [lng * squeeze, lat] },
      })),
  )
  const toCluster = (members: readonly MapPoint[], middle: LatLng, zoom: number): Cluster => {
    const ids = members.map(({ id }) => id).toSorted((a, b) => rankOf(a) - rankOf(b))
    const isHidden = selected !== undefined && touches(middle, selected.at, { zoom, reachPx })
    return { ids, at: isHidden ? farthestFrom(selected.at, members, middle) : middle }
  }
  const membersOf = (clusterId: number): readonly MapPoint[] =>
    index.getLeaves(clusterId, Infinity).flatMap(({ properties: { id } }) => points[rankOf(id)] ?? [])
  return (zoom, { west, south, east, north }) => {
    const found = index.getClusters([west * squeeze, south, east * squeeze, north], zoom)
    const clusters = found.map(({ properties, geometry: { coordinates } }) => {
      const middle = { lng: (coordinates[0] ?? 0) / squeeze, lat: coordinates[1] ?? 0 }
      if ('cluster_id' in properties) return toCluster(membersOf(properties.cluster_id), middle, zoom)
      const { id } = properties
      return { ids: [id], at: points[rankOf(id)]?.at ?? middle }
    })
    const inOrder = clusters.toSorted((a, b) => rankOf(a.ids[0] ?? 0) - rankOf(b.ids[0] ?? 0))
    return selected === undefined ? inOrder : [...inOrder, { ids: [selected.id], at: selected.at }]
  }
}

function touches(a: LatLng, b: LatLng, { zoom, reachPx }: { readonly zoom: number; readonly reachPx: number }) {
  const [from, to] = [toWorldPx(a, zoom), toWorldPx(b, zoom)]
  return Math.abs(from.x - to.x) < reachPx && Math.abs(from.y - to.y) < RADIUS_PX
}

/** Moves a cluster hidden by the selected pill to its member farthest from that pill. */
function farthestFrom(selected: LatLng, members: readonly MapPoint[], middle: LatLng): LatLng {
  // The farthest member is the same at every zoom.
  const from = toWorldPx(selected, 0)
  const away = ({ at }: MapPoint): number => {
    const { x, y } = toWorldPx(at, 0)
    return Math.hypot(x - from.x, y - from.y)
  }
  return (
    members.reduce<MapPoint | undefined>(
      (best, member) => (best === undefined || away(member) > away(best) ? member : best),
      undefined,
    )?.at ?? middle
  )
}
