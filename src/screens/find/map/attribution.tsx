import { mapSources } from '../../../parts/base-map/map-sources.ts'
import type { ListedPark } from '../list-parks.ts'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

/** Whose data is on the map. */
export function MapAttribution({ parks }: { readonly parks: readonly ListedPark[] }) {
  const { zoom } = useMapFrame()
  const sources = mapSources({ parks: parks.map(({ park }) => park), zoom, hasTiles: true })
  if (sources === '') return null
  return (
    <p className={styles.attribution} data-over-map>
      {sources}
    </p>
  )
}
