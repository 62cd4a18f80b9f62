// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { outlineOpacity } from '../../../../parts/base-map/scale.ts'
import styles from '../map.module.css'
import { useMapFrame } from '../use-map-frame.ts'
import type { StreetsState } from './streets-state.ts'

const OPEN_STREET_MAP = 'https://www.openstreetmap.org/copyright'

/** Whose streets are drawn, as the licence asks for; where there are none, that. */
export function StreetCredit({ streets }: { readonly streets: StreetsState }) {
  if (streets.kind !== 'shown') return streets.kind === 'none' ? <NoStreets /> : null
  return streets.attributions.map((text) => (
    <p key={text} className={styles.credit}>
      {text.includes('OpenStreetMap') ? (
        <a href={OPEN_STREET_MAP} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  ))
}

/** Farther away the outlines are the map, and raster tiles of the operator's are one anywhere. */
function NoStreets() {
  const { map, zoom } = useMapFrame()
  if (import.meta.env.VITE_TILE_URL !== undefined || outlineOpacity(map.getCenter().lng, zoom) > 0) return null
  return (
    <p className={styles.credit}>
      <Trans>No street map here yet</Trans>
    </p>
  )
}
