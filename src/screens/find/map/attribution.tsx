import { Trans } from '@lingui/react/macro'
import { useMap } from 'react-leaflet'
import { mapSources } from '../../../parts/base-map/map-sources.ts'
import { outlineOpacity } from '../../../parts/base-map/scale.ts'
import type { ListedPark } from '../list-parks.ts'
import styles from './map.module.css'
import type { StreetsState } from './streets-state.ts'
import { useMapFrame } from './use-map-frame.ts'

const OPEN_STREET_MAP = 'https://www.openstreetmap.org/copyright'

export interface MapAttributionProps {
  readonly parks: readonly ListedPark[]
  readonly streets: StreetsState
}

/** Whose data is on the map; what is said of the streets is never cut. */
export function MapAttribution({ parks, streets }: MapAttributionProps) {
  const { zoom } = useMapFrame()
  const sources = mapSources({ parks: parks.map(({ park }) => park), zoom, hasTiles: true })
  return (
    <div className={styles.attribution} data-over-map>
      {streets.kind === 'none' && <NoStreets zoom={zoom} />}
      {streets.kind === 'shown' &&
        streets.attributions.map((text) => (
          <p key={text} className={styles.credit}>
            {text.includes('OpenStreetMap') ? (
              <a href={OPEN_STREET_MAP} target="_blank" rel="noreferrer">
                {text}
              </a>
            ) : (
              text
            )}
          </p>
        ))}
      {sources !== '' && <p className={styles.sources}>{sources}</p>}
    </div>
  )
}

/** Farther away the outlines are the map. */
function NoStreets({ zoom }: { readonly zoom: number }) {
  const map = useMap()
  if (import.meta.env.VITE_TILE_URL !== undefined || outlineOpacity(map.getCenter().lng, zoom) > 0) return null
  return (
    <p className={styles.credit}>
      <Trans>No street map here yet</Trans>
    </p>
  )
}
