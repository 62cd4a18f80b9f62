// Rarely rendered; memoisation would double this file.
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
  /** Requests the streets although data saving is on. */
  readonly onLoad: () => void
}

/** Credits the street data, as its licence requires; says so when there are no streets. */
export function StreetCredit({ streets, onLoad }: StreetCreditProps) {
  if (streets.kind === 'shown') return <CreditLines attributions={streets.attributions} className={styles.credit} />
  return streets.kind === 'unknown' ? null : <NoStreets onLoad={streets.kind === 'spared' ? onLoad : undefined} />
}

/**
 * Renders nothing when zoomed out, where the outlines are the map, or when the operator has configured raster tiles.
 */
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
