// Rarely rendered; memoisation would double this file.
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
  /** Initial centre while no pin is set. */
  readonly start: LatLng
}

const ZOOM = { city: 12, street: 16 }
const NO_PARKS: readonly never[] = []

/** A map on which to set one place. */
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

/**
 * Moves the map to a new place: a typed one may be anywhere, and one tapped on a city map is refined at street scale.
 */
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
