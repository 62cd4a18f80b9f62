import type { Map } from 'leaflet'
import { useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../lib/cell.ts'
import { toWorldPx } from '../../lib/world-px.ts'

export interface MapFrame {
  readonly map: Map
  readonly zoom: number
  /** Returns pixels in the map's panes, which move with the map. */
  readonly toPane: (at: LatLng) => { readonly x: number; readonly y: number }
}

/** Returns the world position of the panes' 0,0. */
const originOf = (map: Map) => {
  const { x, y } = map.getPixelOrigin()
  return { zoom: map.getZoom(), x, y }
}

/** Re-renders when positions in the map's panes change. Panning moves the panes themselves and changes no position. */
export function useMapFrame(): MapFrame {
  const map = useMap()
  const [origin, setOrigin] = useState(() => originOf(map))
  const renew = () => setOrigin(originOf(map))
  useMapEvents({ zoomend: renew, viewreset: renew })
  const toPane = (at: LatLng) => {
    const world = toWorldPx(at, origin.zoom)
    return { x: world.x - origin.x, y: world.y - origin.y }
  }
  return { map, zoom: origin.zoom, toPane }
}
