// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import type { ReactNode } from 'react'
import { mapSources, type OnMap } from '../base-map/map-sources.ts'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

export interface MapAttributionProps extends Pick<OnMap, 'parks'> {
  readonly className?: string | undefined
  /** What is to be said of the streets: it is never cut. */
  readonly children: ReactNode
}

/** Whose data is on the map. */
export function MapAttribution({ parks, className = '', children }: MapAttributionProps) {
  const { zoom } = useMapFrame()
  const sources = mapSources({ parks, zoom, hasTiles: true })
  return (
    <div className={`${styles.credits} ${className}`} data-over-map>
      {children}
      {sources !== '' && <p className={styles.sources}>{sources}</p>}
    </div>
  )
}
