// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import type { ReactNode } from 'react'
import { mapSources } from '../../../parts/base-map/map-sources.ts'
import type { ListedPark } from '../list-parks.ts'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

export interface MapAttributionProps {
  readonly parks: readonly ListedPark[]
  /** What is to be said of the streets: it is never cut. */
  readonly children: ReactNode
}

/** Whose data is on the map. */
export function MapAttribution({ parks, children }: MapAttributionProps) {
  const { zoom } = useMapFrame()
  const sources = mapSources({ parks: parks.map(({ park }) => park), zoom, hasTiles: true })
  return (
    <div className={styles.attribution} data-over-map>
      {children}
      {sources !== '' && <p className={styles.sources}>{sources}</p>}
    </div>
  )
}
