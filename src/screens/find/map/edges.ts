import type { Map, PanInsideOptions } from 'leaflet'

/** Pixels covered at the map's edges, plus half a pill. */
export interface Edges {
  readonly from: [left: number, top: number]
  readonly until: [right: number, bottom: number]
  /** For a map too low for both edges: the smallest distance from the top at which a pill is not covered. */
  readonly least: number
}

/** Height of the attribution lines at the lower edge. */
const LINES_PX = 54

/** Returns padding for Leaflet's `panInside`, which does not pan at all when the map is too low for both paddings. */
export function paddingWithin(map: Map, { from: [left, top], until: [right, bottom], least }: Edges): PanInsideOptions {
  const height = map.getSize().y
  const lowest = height - bottom
  const y = top <= lowest ? top : Math.max(lowest, Math.min(least, height - LINES_PX))
  return { paddingTopLeft: [left, y], paddingBottomRight: [right, Math.min(bottom, height - y)] }
}
