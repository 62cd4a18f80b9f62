import type { ListedPark } from '../list-parks.ts'
import styles from './map.module.css'
import { isStreetScale } from './scale.ts'
import { useMapFrame } from './use-map-frame.ts'

const BASE_MAP = 'Natural Earth'
const tileAttribution = import.meta.env.VITE_TILE_ATTRIBUTION

/** The whole sentence stands on each park's page; the map has room for the name. */
const shorten = (text: string): string =>
  text
    .replace(/,.*$/s, '')
    .replace(/^Contains information (licensed under the|from) /, '')
    .replace(/\.$/, '')

/** Whose data is on the map: of the parks in the list, of the outlines when they are drawn, of the tiles when there are any. */
export function MapAttribution({ parks }: { readonly parks: readonly ListedPark[] }) {
  const { zoom } = useMapFrame()
  const names = new Set(parks.map(({ park }) => shorten(park.attribution)))
  if (!isStreetScale(zoom)) names.add(BASE_MAP)
  if (tileAttribution !== undefined) names.add(tileAttribution)
  if (names.size === 0) return null
  return (
    <p className={styles.attribution} data-over-map>
      {[...names].join(' · ')}
    </p>
  )
}
