// Rarely rendered; memoisation would double this file.
'use no memo'
import { createElement } from 'react'
import { useLater } from '../use-later.ts'
import type { StreetsProps } from './streets/streets.tsx'

const load = () => import('./streets/streets.tsx')

/** The map's streets, in a chunk of their own, loaded after the map's own tiles. */
export function LaterStreets(props: StreetsProps) {
  const Streets = useLater(load)
  return Streets === null ? null : createElement(Streets, props)
}
