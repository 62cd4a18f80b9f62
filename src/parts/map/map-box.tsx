// Rarely rendered; memoisation would double this file.
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
  /** The initial view. */
  readonly centre: LatLng
  readonly zoom: number
  /** Changes whenever a pin may have appeared, disappeared or moved: street names avoid pins. */
  readonly pins: string
  readonly creditsClass?: string | undefined
  readonly children: ReactNode
}

const NOTHING: BaseLayerProps['covered'] = []
const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The base of all maps: outlines, streets over them, credits, and the children on top. Fills its box. */
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

/** Tells Leaflet when the map's box changes its size. */
function MapSize() {
  const map = useMap()
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ pan: true, animate: false }))
    observer.observe(map.getContainer())
    return () => observer.disconnect()
  }, [map])
  return null
}
