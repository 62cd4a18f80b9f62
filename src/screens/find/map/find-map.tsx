import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../lib/cell.ts'
import { useMapView } from '../../../stores/map-view.ts'
import type { ListedPark } from '../list-parks.ts'
import { MapControls } from './map-controls.tsx'
import { MapMarkers } from './map-markers.tsx'
import { PlaceRings } from './place-rings.tsx'
import { PositionMark } from './position-mark.tsx'
import { SearchArea } from './search-area.tsx'
import { startZoom } from '../../../parts/base-map/scale.ts'
import { MapBox } from '../../../parts/map/map-box.tsx'
import { AfterPaint } from '../../../ui/after-paint.tsx'
import styles from './map.module.css'

export interface FindMapProps {
  readonly centre: LatLng
  /** Name of the searched place; null when there is none to mark. */
  readonly label: string | null
  /** Everything found, including what the list has not shown yet. */
  readonly listed: readonly ListedPark[]
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  readonly isWide: boolean
}

/** Height of the pill and the chips. */
const TOP_PX = 114
const HALF_PX = { phone: 110, wide: 260 }

/** The map of a search. A new search mounts a new map; the same search keeps its view. */
export default function FindMap({ centre, label, listed, selectedId, onSelect, isWide }: FindMapProps) {
  const { t } = useLingui()
  const kept = useMapView()
  const distances = listed.flatMap(({ distanceMetres }) => distanceMetres ?? [])
  const [start] = useState({
    centre: kept.centre ?? centre,
    zoom: kept.zoom ?? startZoom(centre, distances, isWide ? HALF_PX.wide : HALF_PX.phone),
  })
  return (
    <MapBox
      name={t`Map of car parks`}
      centre={start.centre}
      zoom={start.zoom}
      pins={`${String(selectedId)} ${listed.map(({ park }) => park.id).join(' ')}`}
      parks={listed.map(({ park }) => park)}
      creditsClass={styles.attribution}
    >
      {!isWide && kept.centre === null && <UnderTop />}
      <KeepView />
      {/* On a first visit the base map alone fills one task, so the pins always render in a later one. */}
      <AfterPaint>
        <PlaceRings centre={centre} label={label} country={listed[0]?.park.country_code} />
        <PositionMark />
        <MapMarkers listed={listed} selectedId={selectedId} onSelect={onSelect} isWide={isWide} />
      </AfterPaint>
      <SearchArea centre={centre} coveredPx={isWide ? 0 : TOP_PX} />
      <MapControls hasZoom={isWide || kept.sheet === 'heading'} />
    </MapBox>
  )
}

/** On phones the pill and chips cover the top of the map: centre the place in the visible part. */
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
