// Rarely rendered; memoisation would double this file.
'use no memo'
import type { ReactNode } from 'react'
import { mapSources, type OnMap } from '../base-map/map-sources.ts'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

/** Credit for raster tiles; like that for the streets, never truncated. */
const OF_TILES = import.meta.env.VITE_TILE_ATTRIBUTION

export interface MapAttributionProps extends Pick<OnMap, 'parks'> {
  readonly className?: string | undefined
  /** Credit for the streets; never truncated. */
  readonly children: ReactNode
}

/** Credits the sources of the map's data. */
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
