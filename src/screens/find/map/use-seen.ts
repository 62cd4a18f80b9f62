import type { Map } from 'leaflet'
import { useState } from 'react'
import { useMapEvents } from 'react-leaflet'
import type { Seen } from './cluster.ts'

/** Share of the view added on each side: panning this far needs no new markers. */
const MARGIN = 0.5

interface Around {
  readonly zoom: number
  readonly seen: Seen
}

function around(map: Map): Around {
  const bounds = map.getBounds().pad(MARGIN)
  return {
    zoom: map.getZoom(),
    seen: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() },
  }
}

const isInside = (map: Map, { west, south, east, north }: Seen): boolean => {
  const bounds = map.getBounds()
  return (
    bounds.getWest() >= west && bounds.getEast() <= east && bounds.getSouth() >= south && bounds.getNorth() <= north
  )
}

/** Returns the visible area plus a margin; it changes only when the view leaves it or the zoom changes. */
export function useSeen(map: Map): Seen {
  const [known, setKnown] = useState(() => around(map))
  const update = () =>
    setKnown((before) => (before.zoom === map.getZoom() && isInside(map, before.seen) ? before : around(map)))
  useMapEvents({ moveend: update, zoomend: update, resize: update })
  return known.seen
}
