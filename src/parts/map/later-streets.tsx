// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { createElement } from 'react'
import { useLater } from '../use-later.ts'
import type { StreetsProps } from './streets/streets.tsx'

const load = () => import('./streets/streets.tsx')

/** The streets of the map, in their own chunk: after the map's own tiles. */
export function LaterStreets(props: StreetsProps) {
  const Streets = useLater(load)
  return Streets === null ? null : createElement(Streets, props)
}
