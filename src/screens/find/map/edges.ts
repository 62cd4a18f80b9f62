import type { Map, PanInsideOptions } from 'leaflet'

/** Pixels that stand over the map at its edges, and half a pill. */
export interface Edges {
  readonly from: [left: number, top: number]
  readonly until: [right: number, bottom: number]
  /** From the top, where a pill is just clear of what stands over it: for a map that is too low for both edges. */
  readonly least: number
}

/** The lines that say whose data it is, at the lower edge. */
const LINES_PX = 54

/** For Leaflet's `panInside`, which does not move a place that it is to keep from both edges of a map too low for that. */
export function paddingWithin(map: Map, { from: [left, top], until: [right, bottom], least }: Edges): PanInsideOptions {
  const height = map.getSize().y
  const lowest = height - bottom
  const y = top <= lowest ? top : Math.max(lowest, Math.min(least, height - LINES_PX))
  return { paddingTopLeft: [left, y], paddingBottomRight: [right, Math.min(bottom, height - y)] }
}
