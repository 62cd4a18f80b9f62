// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import type { LatLng } from '../../lib/cell.ts'
import { MapButtons, ZoomButtons } from './map-buttons.tsx'
import { MapBox } from './map-box.tsx'
import { MovablePin, type MovablePinProps } from './movable-pin.tsx'

export interface PinMapProps extends Omit<MovablePinProps, 'label'> {
  readonly name: string
  readonly pinLabel: string
  /** Where it opens as long as no pin is set. */
  readonly start: LatLng
}

const ZOOM = { city: 12, street: 16 }
const NO_PARKS: readonly never[] = []

/** A map on which one place is set. */
export default function PinMap({ name, pinLabel, start, at, onMove }: PinMapProps) {
  return (
    <MapBox
      name={name}
      centre={at ?? start}
      zoom={at === null ? ZOOM.city : ZOOM.street}
      pins={at === null ? '' : `${String(at.lat)} ${String(at.lng)}`}
      parks={NO_PARKS}
    >
      <Follow at={at} />
      <MovablePin at={at} label={pinLabel} onMove={onMove} />
      <MapButtons>
        <ZoomButtons />
      </MapButtons>
    </MapBox>
  )
}

/** A place that was typed may lie anywhere, and one that was tapped on the map of a city is set more exactly among its streets. */
function Follow({ at }: Pick<PinMapProps, 'at'>) {
  const map = useMap()
  const before = useRef(at)
  useEffect(() => {
    const isFirst = before.current === null
    before.current = at
    if (at !== null && (isFirst || !map.getBounds().contains(at))) map.setView(at, Math.max(map.getZoom(), ZOOM.street))
  }, [map, at])
  return null
}
