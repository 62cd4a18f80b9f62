// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import type { ReactNode } from 'react'
import { mapSources, type OnMap } from '../base-map/map-sources.ts'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

/** Of raster tiles; as of the streets, it is never cut. */
const OF_TILES = import.meta.env.VITE_TILE_ATTRIBUTION

export interface MapAttributionProps extends Pick<OnMap, 'parks'> {
  readonly className?: string | undefined
  /** What is to be said of the streets: it is never cut. */
  readonly children: ReactNode
}

/** Whose data is on the map. */
export function MapAttribution({ parks, className = '', children }: MapAttributionProps) {
  const { zoom } = useMapFrame()
  const sources = mapSources({ parks, zoom })
  return (
    <div className={`${styles.credits} ${className}`} data-over-map>
      {children}
      {OF_TILES !== undefined && <p className={styles.credit}>{OF_TILES}</p>}
      {sources !== '' && <p className={styles.sources}>{sources}</p>}
    </div>
  )
}
