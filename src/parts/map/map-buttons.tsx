// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { DomEvent } from 'leaflet'
import type { ReactNode } from 'react'
import { useMap } from 'react-leaflet'
import { IconButton } from '../../ui/icon-button.tsx'
import { MinusIcon, PlusIcon } from '../../ui/icons-action.tsx'
import styles from './map.module.css'

/** A tap on it is none on the map, and drags no map. */
export const keepFromMap = (element: HTMLElement | null): void => {
  if (element !== null) DomEvent.disableClickPropagation(element)
}

interface MapButtonsProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Over the map's lower end. */
export const MapButtons = ({ className = '', children }: MapButtonsProps) => (
  <div ref={keepFromMap} className={`${styles.buttons} ${className}`} data-over-map>
    {children}
  </div>
)

/** What a pinch does. */
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
