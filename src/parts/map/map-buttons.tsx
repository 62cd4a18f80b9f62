// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { DomEvent } from 'leaflet'
import type { ReactNode } from 'react'
import { useMap } from 'react-leaflet'
import { IconButton } from '../../ui/icon-button.tsx'
import { MinusIcon, PlusIcon } from '../../ui/icons-action.tsx'
import styles from './map.module.css'

/** Keeps taps and drags on an element from reaching the map. */
export const keepFromMap = (element: HTMLElement | null): void => {
  if (element !== null) DomEvent.disableClickPropagation(element)
}

interface MapButtonsProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Buttons over the map's lower end. */
export const MapButtons = ({ className = '', children }: MapButtonsProps) => (
  <div ref={keepFromMap} className={`${styles.buttons} ${className}`} data-over-map>
    {children}
  </div>
)

/** Zooms like a pinch. */
export function ZoomButtons() {
  const { t } = useLingui()
  const map = useMap()
  return (
    <>
      <IconButton floating label={t`Zoom in`} icon={<PlusIcon />} onClick={() => map.zoomIn()} />
      <IconButton floating label={t`Zoom out`} icon={<MinusIcon />} onClick={() => map.zoomOut()} />
    </>
  )
}
