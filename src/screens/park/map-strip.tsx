// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { NEAREST_ZOOM } from '../../parts/base-map/draw-preview.ts'
import { MapDrawing } from '../../parts/base-map/map-drawing.tsx'
import type { LatLng } from '../../lib/cell.ts'
import { PinIcon } from '../../ui/icons-place.tsx'
import styles from './park.module.css'

const NO_DOTS: readonly [] = []

/** Where the car park is, on the built-in map: no photo was taken, and nobody measured an entrance. */
export function MapStrip({ at }: { readonly at: LatLng }) {
  return (
    <div className={styles.map}>
      <MapDrawing centre={at} zoom={NEAREST_ZOOM} parks={NO_DOTS} />
      <span className={styles.pin}>
        <PinIcon size={28} />
      </span>
    </div>
  )
}
