import type { Park } from '../../contract/parks.ts'
import { isStreetScale } from './scale.ts'

const BASE_MAP = 'Natural Earth'
const tileAttribution = import.meta.env.VITE_TILE_ATTRIBUTION

/** The whole sentence stands on each park's page; the map has room for the name. */
const shorten = (text: string): string =>
  text
    .replace(/,.*$/s, '')
    .replace(/^Contains information (licensed under the|from) /, '')
    .replace(/\.$/, '')

export interface OnMap {
  readonly parks: readonly Pick<Park, 'attribution'>[]
  readonly zoom: number
  readonly hasTiles: boolean
}

/** Whose data is on a map: of its parks, of the outlines when they are drawn, of the tiles when there are any. */
export function mapSources({ parks, zoom, hasTiles }: OnMap): string {
  const names = new Set(parks.map(({ attribution }) => shorten(attribution)))
  if (!isStreetScale(zoom)) names.add(BASE_MAP)
  if (hasTiles && tileAttribution !== undefined) names.add(tileAttribution)
  return [...names].join(' · ')
}
