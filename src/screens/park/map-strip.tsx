// Rarely rendered; memoisation would double this file.
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

/**
 * The car park's location: on its streets if the phone has them, else on the built-in map. The entrance itself is not
 * known.
 */
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
