// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { outlineOpacity } from '../../../../parts/base-map/scale.ts'
import { CreditLines } from '../../../../parts/streets/credit-lines.tsx'
import styles from '../map.module.css'
import { useMapFrame } from '../use-map-frame.ts'
import type { StreetsState } from './streets-state.ts'

/** Whose streets are drawn, as the licence asks for; where there are none, that. */
export function StreetCredit({ streets }: { readonly streets: StreetsState }) {
  if (streets.kind !== 'shown') return streets.kind === 'none' ? <NoStreets /> : null
  return <CreditLines attributions={streets.attributions} className={styles.credit} />
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
