import type { Park } from '../../contract/parks.ts'
import { isStreetScale } from './scale.ts'

const BASE_MAP = 'Natural Earth'

/** The whole sentence stands on each park's page; the map has room for the name. */
const shorten = (text: string): string =>
  text
    .replace(/,.*$/s, '')
    .replace(/^Contains information (licensed under the|from) /, '')
    .replace(/\.$/, '')

export interface OnMap {
  readonly parks: readonly Pick<Park, 'attribution'>[]
  readonly zoom: number
}

/** Whose data is on a map beside its streets: of its parks, and of the outlines when they are drawn. */
export function mapSources({ parks, zoom }: OnMap): string {
  const names = new Set(parks.map(({ attribution }) => shorten(attribution)))
  if (!isStreetScale(zoom)) names.add(BASE_MAP)
  return [...names].join(' · ')
}
