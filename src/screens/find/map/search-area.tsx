// Drawn seldom: what the compiler adds would be half of its bytes.
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

/** Of the smaller side of what is seen: nearer to the searched place the list still is what one looks at. */
const MOVED_SHARE = 0.45

export interface SearchAreaProps {
  /** Where the search is. */
  readonly centre: LatLng
  /** What covers the top of the map, pixels. */
  readonly coveredPx: number
}

/** What lies in the middle of the part that is seen. */
function seenCentre(map: Map, coveredPx: number): LatLng {
  const { x, y } = map.getSize()
  const { lat, lng } = map.containerPointToLatLng([x / 2, (y + coveredPx) / 2]).wrap()
  return { lat, lng }
}

/** Offered once the driver has moved the map away from what was searched; the map stays as it is, the list becomes its own. */
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
    // The same view belongs to the new search.
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
