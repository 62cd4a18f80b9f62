import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useMap } from 'react-leaflet'
import { MapButtons, ZoomButtons } from '../../../parts/map/map-buttons.tsx'
import { usePosition } from '../../../stores/position.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LocateIcon } from '../../../ui/icons-place.tsx'
import styles from './map.module.css'

const LOCATED_ZOOM = 15

/** Every pinch gesture has a button; below the list, where the map is small, only the position button is shown. */
export function MapControls({ hasZoom }: { readonly hasZoom: boolean }) {
  const { t } = useLingui()
  const map = useMap()
  const { asking, locate } = usePosition()
  const [hasFailed, setFailed] = useState(false)
  const goToMe = async () => {
    const answer = await locate()
    setFailed(!answer.ok)
    if (answer.ok) map.setView([answer.value.lat, answer.value.lng], Math.max(map.getZoom(), LOCATED_ZOOM))
  }
  return (
    <MapButtons className={styles.controls}>
      {hasFailed && (
        <p role="status" className={styles.said}>
          <Trans>We couldn’t find your location</Trans>
        </p>
      )}
      {hasZoom && <ZoomButtons />}
      <IconButton
        floating
        tone="brand"
        label={t`Show where I am`}
        aria-busy={asking}
        icon={<LocateIcon />}
        onClick={() => void goToMe()}
      />
    </MapButtons>
  )
}
