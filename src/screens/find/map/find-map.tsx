import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { MapContainer, useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../lib/cell.ts'
import { useMapView } from '../../../stores/map-view.ts'
import type { ListedPark } from '../list-parks.ts'
import { MapAttribution } from './attribution.tsx'
import { BaseLayer, type BaseLayerProps } from './base-layer.tsx'
import { LaterStreets } from './later-streets.tsx'
import { MapControls } from './map-controls.tsx'
import { MapMarkers } from './map-markers.tsx'
import { PlaceRings } from './place-rings.tsx'
import { PositionMark } from './position-mark.tsx'
import { SearchArea } from './search-area.tsx'
import { MAX_ZOOM, MIN_ZOOM, startZoom } from '../../../parts/base-map/scale.ts'
import './leaflet.css'
import styles from './map.module.css'

export interface FindMapProps {
  readonly centre: LatLng
  /** Name of the searched place; null when there is none to mark. */
  readonly label: string | null
  /** All that was found, also what the list has not come to. */
  readonly listed: readonly ListedPark[]
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  readonly isWide: boolean
}

const NOTHING: BaseLayerProps['covered'] = []
const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Height of pill and chips. */
const TOP_PX = 114
const HALF_PX = { phone: 110, wide: 260 }

/** The map of a search. It is mounted anew for another search, and keeps its view for the same one. */
export default function FindMap({ centre, label, listed, selectedId, onSelect, isWide }: FindMapProps) {
  const kept = useMapView()
  const distances = listed.flatMap(({ distanceMetres }) => distanceMetres ?? [])
  const [start] = useState({
    centre: kept.centre ?? centre,
    zoom: kept.zoom ?? startZoom(centre, distances, isWide ? HALF_PX.wide : HALF_PX.phone),
  })
  const [covered, setCovered] = useState<BaseLayerProps['covered']>(NOTHING)
  const animate = !reducedMotion()
  return (
    <MapContainer
      center={start.centre}
      zoom={start.zoom}
      minZoom={MIN_ZOOM}
      maxZoom={MAX_ZOOM}
      zoomControl={false}
      attributionControl={false}
      zoomAnimation={animate}
      inertia={animate}
      className={styles.map ?? ''}
    >
      <MapName />
      <MapSize />
      {!isWide && kept.centre === null && <UnderTop />}
      <KeepView />
      <BaseLayer covered={covered} />
      <PlaceRings centre={centre} label={label} country={listed[0]?.park.country_code} />
      <PositionMark />
      <MapMarkers listed={listed} selectedId={selectedId} onSelect={onSelect} isWide={isWide} />
      <SearchArea centre={centre} coveredPx={isWide ? 0 : TOP_PX} />
      <MapControls hasZoom={isWide || kept.sheet === 'heading'} />
      <MapAttribution parks={listed}>
        <LaterStreets
          pins={`${String(selectedId)} ${listed.map(({ park }) => park.id).join(' ')}`}
          onCovered={setCovered}
        />
      </MapAttribution>
    </MapContainer>
  )
}

/** What a screen reader says of the map: the list has everything that it shows. */
function MapName() {
  const map = useMap()
  const { t } = useLingui()
  const name = t`Map of car parks`
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'region')
    container.setAttribute('aria-label', name)
  }, [map, name])
  return null
}

/** The sheet's height changes the map's: Leaflet must be told. */
function MapSize() {
  const map = useMap()
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ pan: true, animate: false }))
    observer.observe(map.getContainer())
    return () => observer.disconnect()
  }, [map])
  return null
}

/** On phones pill and chips cover the top of the map: the place goes to the middle of what is seen. */
function UnderTop() {
  const map = useMap()
  useEffect(() => {
    map.panBy([0, -TOP_PX / 2], { animate: false })
  }, [map])
  return null
}

function KeepView() {
  const change = useMapView((view) => view.change)
  const map = useMapEvents({
    moveend: () => {
      const { lat, lng } = map.getCenter()
      change({ centre: { lat, lng }, zoom: map.getZoom() })
    },
  })
  return null
}
