import type { Park } from '../../contract/parks.ts'
import { isStreetScale } from './scale.ts'

const BASE_MAP = 'Natural Earth'

/** Shortens an attribution to the name, for lack of space on the map. The full sentence is on each car park's page. */
const shorten = (text: string): string =>
  text
    .replace(/,.*$/s, '')
    .replace(/^Contains information (licensed under the|from) /, '')
    .replace(/\.$/, '')

export interface OnMap {
  readonly parks: readonly Pick<Park, 'attribution'>[]
  readonly zoom: number
}

/**
 * Returns the sources of the map's data besides the streets: those of its car parks, and of the outlines when they are
 * drawn.
 */
export function mapSources({ parks, zoom }: OnMap): string {
  const names = new Set(parks.map(({ attribution }) => shorten(attribution)))
  if (!isStreetScale(zoom)) names.add(BASE_MAP)
  return [...names].join(' · ')
}
