// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { createElement } from 'react'
import { NEAREST_ZOOM } from '../../parts/base-map/draw-preview.ts'
import { MapDrawing } from '../../parts/base-map/map-drawing.tsx'
import { useLater } from '../../parts/use-later.ts'
import type { LatLng } from '../../lib/cell.ts'
import { PinIcon } from '../../ui/icons-place.tsx'
import styles from './park.module.css'

const NO_DOTS: readonly [] = []
const loadStreets = () => import('./street-strip.tsx')

/** Where the car park is: on its streets where the phone can have them, else on the built-in map. Nobody has measured an entrance. */
export function MapStrip({ at }: { readonly at: LatLng }) {
  const Streets = useLater(loadStreets)
  return (
    <div className={styles.map}>
      <MapDrawing centre={at} zoom={NEAREST_ZOOM} parks={NO_DOTS} hasPin />
      <span className={styles.pin}>
        <PinIcon size={28} />
      </span>
      {Streets !== null && createElement(Streets, { at })}
    </div>
  )
}
