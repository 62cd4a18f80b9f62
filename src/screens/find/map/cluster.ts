/** A park on the map with the size of its pill, in pixels of the current zoom. */
export interface MapPoint {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly widthPx: number
}

export interface Cluster {
  /** In the order given. */
  readonly ids: readonly number[]
  readonly x: number
  readonly y: number
}

/** The first member is the seed: the group stands where it stands. */
interface Group {
  readonly members: [MapPoint, ...MapPoint[]]
}

/** A pill is 30 high and has a tail. */
const HEIGHT_PX = 36
const GAP_PX = 4
/** Half of what the count disc, its gap and "+" add to a pill that becomes a cluster. */
const CLUSTER_EXTRA_PX = 20

/**
 * Groups pills that would cover each other, in the order given: a point joins the first group whose seed it would touch. The
 * selected park never joins a group, so that the marker of the selected card is always seen. Points × groups comparisons: a list
 * page has tens of points.
 */
export function clusterPoints(points: readonly MapPoint[], selectedId: number | null): readonly Cluster[] {
  const groups: Group[] = []
  const alone: Cluster[] = []
  for (const point of points) {
    if (point.id === selectedId) {
      alone.push({ ids: [point.id], x: point.x, y: point.y })
      continue
    }
    const group = groups.find(({ members: [seed] }) => touches(seed, point))
    if (group === undefined) groups.push({ members: [point] })
    else group.members.push(point)
  }
  const selected = points.find(({ id }) => id === selectedId)
  return [...groups.map((group) => toCluster(group, selected)), ...alone]
}

/** A cluster under the selected pill moves to its own member that is farthest from it. */
function toCluster({ members }: Group, selected: MapPoint | undefined): Cluster {
  const [seed] = members
  const ids = members.map(({ id }) => id)
  const isHidden = selected !== undefined && touches(seed, selected)
  const at = isHidden
    ? members.reduce((best, point) => (distance(point, selected) > distance(best, selected) ? point : best), seed)
    : seed
  return { ids, x: at.x, y: at.y }
}

const distance = (a: MapPoint, b: MapPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

const touches = (a: MapPoint, b: MapPoint): boolean =>
  Math.abs(a.x - b.x) < (a.widthPx + b.widthPx) / 2 + CLUSTER_EXTRA_PX + GAP_PX &&
  Math.abs(a.y - b.y) < HEIGHT_PX + GAP_PX
