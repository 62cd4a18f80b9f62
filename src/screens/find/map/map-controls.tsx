import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { DomEvent } from 'leaflet'
import { useMap } from 'react-leaflet'
import { usePosition } from '../../../stores/position.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MinusIcon, PlusIcon } from '../../../ui/icons-action.tsx'
import { LocateIcon } from '../../../ui/icons-place.tsx'
import styles from './map.module.css'

const LOCATED_ZOOM = 15

/** Everything a pinch can do has a button; under the list, where the map is small, only the position's. */
export function MapControls({ hasZoom }: { readonly hasZoom: boolean }) {
  const { t } = useLingui()
  const map = useMap()
  const box = useRef<HTMLDivElement>(null)
  const { asking, locate } = usePosition()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (box.current !== null) DomEvent.disableClickPropagation(box.current)
  }, [])
  const goToMe = async () => {
    const answer = await locate()
    setFailed(!answer.ok)
    if (answer.ok) map.setView([answer.value.lat, answer.value.lng], Math.max(map.getZoom(), LOCATED_ZOOM))
  }
  return (
    <div ref={box} className={styles.controls} data-over-map>
      {hasFailed && (
        <p role="status" className={styles.said}>
          <Trans>We couldn’t find your location</Trans>
        </p>
      )}
      {hasZoom && (
        <>
          <IconButton floating label={t`Zoom in`} icon={<PlusIcon />} onClick={() => map.zoomIn()} />
          <IconButton floating label={t`Zoom out`} icon={<MinusIcon />} onClick={() => map.zoomOut()} />
        </>
      )}
      <IconButton
        floating
        tone="brand"
        label={t`Show where I am`}
        aria-busy={asking}
        icon={<LocateIcon />}
        onClick={() => void goToMe()}
      />
    </div>
  )
}
