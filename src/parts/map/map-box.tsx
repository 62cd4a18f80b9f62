// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { type ReactNode, useEffect, useState } from 'react'
import { MapContainer, useMap } from 'react-leaflet'
import type { LatLng } from '../../lib/cell.ts'
import { MAX_ZOOM, MIN_ZOOM } from '../base-map/scale.ts'
import { MapAttribution, type MapAttributionProps } from './attribution.tsx'
import { BaseLayer, type BaseLayerProps } from './base-layer.tsx'
import { LaterStreets } from './later-streets.tsx'
import './leaflet.css'
import styles from './map.module.css'

export interface MapBoxProps extends Pick<MapAttributionProps, 'parks'> {
  /** For screen readers. */
  readonly name: string
  /** The view that it opens with. */
  readonly centre: LatLng
  readonly zoom: number
  /** Another value whenever a pin may have come, gone or moved: names of streets step out of its way. */
  readonly pins: string
  readonly creditsClass?: string | undefined
  readonly children: ReactNode
}

const NOTHING: BaseLayerProps['covered'] = []
const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The map that all maps are: outlines, streets over them, whose data that is, and what its children put on it. As large as its box. */
export function MapBox({ name, centre, zoom, pins, parks, creditsClass, children }: MapBoxProps) {
  const [covered, setCovered] = useState<BaseLayerProps['covered']>(NOTHING)
  const animate = !reducedMotion()
  return (
    <MapContainer
      center={centre}
      zoom={zoom}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      zoomControl={false}
      attributionControl={false}
      zoomAnimation={animate}
      inertia={animate}
      className={styles.map ?? ''}
    >
      <MapName name={name} />
      <MapSize />
      <BaseLayer covered={covered} />
      {children}
      <MapAttribution parks={parks} className={creditsClass}>
        <LaterStreets pins={pins} onCovered={setCovered} />
      </MapAttribution>
    </MapContainer>
  )
}

function MapName({ name }: Pick<MapBoxProps, 'name'>) {
  const map = useMap()
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', name)
  }, [map, name])
  return null
}

/** Its box may change its size: Leaflet must be told. */
function MapSize() {
  const map = useMap()
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ pan: true, animate: false }))
    observer.observe(map.getContainer())
    return () => observer.disconnect()
  }, [map])
  return null
}
