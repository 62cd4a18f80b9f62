// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Map } from 'leaflet'
import { useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { LatLng } from '../../../lib/cell.ts'
import { keepFromMap } from '../../../parts/map/map-buttons.tsx'
import { parseSearchAddress, searchHref, searchKeyOf } from '../../../parts/search-address.ts'
import { useMapView } from '../../../stores/map-view.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchIcon } from '../../../ui/icons-action.tsx'
import styles from './map.module.css'

/**
 * Share of the visible area's shorter side; within this distance of the searched place, the list still matches the map.
 */
const MOVED_SHARE = 0.45

export interface SearchAreaProps {
  /** Centre of the current search. */
  readonly centre: LatLng
  /** Height of the covered top of the map, pixels. */
  readonly coveredPx: number
}

/** Returns the centre of the uncovered part of the map. */
function seenCentre(map: Map, coveredPx: number): LatLng {
  const { x, y } = map.getSize()
  const { lat, lng } = map.containerPointToLatLng([x / 2, (y + coveredPx) / 2]).wrap()
  return { lat, lng }
}

/** Offered after the map was moved away from the searched place; keeps the map's view and updates the list. */
export function SearchArea({ centre, coveredPx }: SearchAreaProps) {
  const map = useMap()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const change = useMapView((view) => view.change)
  const [isMoved, setMoved] = useState(false)
  useMapEvents({
    moveend: () => {
      const { x, y } = map.getSize()
      const away = map.latLngToContainerPoint(centre).distanceTo([x / 2, (y + coveredPx) / 2])
      setMoved(away > Math.min(x, y - coveredPx) * MOVED_SHARE)
    },
  })
  if (!isMoved) return null
  const search = () => {
    const near = seenCentre(map, coveredPx)
    // The new search keeps the current view.
    change({ searchKey: searchKeyOf({ text: '', near }), selectedId: null })
    void navigate(searchHref({ ...parseSearchAddress(params), text: '', near }))
  }
  return (
    <div ref={keepFromMap} className={styles.searchArea} style={{ insetBlockStart: coveredPx }} data-over-map>
      <Button kind="soft" size="small" icon={<SearchIcon />} onClick={search}>
        <Trans>Search this area</Trans>
      </Button>
    </div>
  )
}
