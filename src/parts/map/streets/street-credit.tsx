// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { outlineOpacity } from '../../base-map/scale.ts'
import { CreditLines } from '../../streets/credit-lines.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from '../map.module.css'
import { useMapFrame } from '../use-map-frame.ts'
import type { StreetsState } from './streets-state.ts'

export interface StreetCreditProps {
  readonly streets: StreetsState
  /** Asks for the streets although data is saved. */
  readonly onLoad: () => void
}

/** Whose streets are drawn, as the licence asks for; where there are none, that. */
export function StreetCredit({ streets, onLoad }: StreetCreditProps) {
  if (streets.kind === 'shown') return <CreditLines attributions={streets.attributions} className={styles.credit} />
  return streets.kind === 'unknown' ? null : <NoStreets onLoad={streets.kind === 'spared' ? onLoad : undefined} />
}

/** Farther away the outlines are the map, and raster tiles of the operator's are one anywhere. */
function NoStreets({ onLoad }: { readonly onLoad: (() => void) | undefined }) {
  const { map, zoom } = useMapFrame()
  if (import.meta.env.VITE_TILE_URL !== undefined || outlineOpacity(map.getCenter().lng, zoom) > 0) return null
  if (onLoad !== undefined)
    return (
      <Button kind="secondary" size="small" onClick={onLoad}>
        <Trans>Load streets: data saver is on</Trans>
      </Button>
    )
  return (
    <p className={styles.credit}>
      <Trans>No street map here yet</Trans>
    </p>
  )
}
