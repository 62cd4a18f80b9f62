import { createPortal } from 'react-dom'
import { Circle } from 'react-leaflet'
import type { CountryCode } from '../../../domain/country.ts'
import { useFormat } from '../../../i18n/format.ts'
import { must } from '../../../lib/assert.ts'
import { distanceMetres, type LatLng } from '../../../lib/cell.ts'
import { metresPerPixel, ringsOf } from '../../../parts/base-map/scale.ts'
import mapStyles from '../../../parts/map/map.module.css'
import { usePosition } from '../../../stores/position.ts'
import styles from './map.module.css'
import { useMapFrame } from '../../../parts/map/use-map-frame.ts'

/** Smaller rings would not be legible. */
const MIN_RING_PX = 24
/** Labels closer than this would overlap. */
const LABEL_FROM_PX = 60
/** cos 45°: diagonally below and beside the place, clear of the list and the place's name. */
const LABEL_AT = Math.SQRT1_2

const SAME_SPOT_METRES = 15

export interface PlaceRingsProps {
  readonly centre: LatLng
  readonly label: string | null
  /** Determines the units of the rings. */
  readonly country: CountryCode | undefined
}

/** The searched place as an ink pin (the driver is a blue dot), with distance rings around it, in straight lines. */
export function PlaceRings({ centre, label, country }: PlaceRingsProps) {
  const format = useFormat()
  const { map, zoom, toPane } = useMapFrame()
  const fix = usePosition((position) => position.fix)
  // The driver's dot already marks this spot.
  const isDriver = fix !== null && distanceMetres(fix, centre) < SAME_SPOT_METRES
  const perPixel = metresPerPixel(centre.lat, zoom)
  const rings = ringsOf(zoom, country).filter((metres) => metres / perPixel >= MIN_RING_PX)
  if (label === null) return null
  const middle = toPane(centre)
  const move = (x: number, y: number) => ({
    transform: `translate(${Math.round(middle.x + x)}px, ${Math.round(middle.y + y)}px)`,
  })
  /** Positions the label by its centre instead of its edge. */
  const moveMiddle = (x: number, y: number) => ({ transform: `${move(x, y).transform} translate(-50%)` })
  return (
    <>
      {rings.map((metres) => (
        <Circle key={metres} center={centre} radius={metres} interactive={false} className={styles.ring ?? ''} />
      ))}
      {createPortal(
        <>
          {rings
            .filter((metres, index) => index > 0 && metres / perPixel >= LABEL_FROM_PX)
            .map((metres) => (
              <span
                key={metres}
                className={styles.ringLabel}
                data-place
                style={moveMiddle((metres / perPixel) * LABEL_AT, (metres / perPixel) * LABEL_AT)}
              >
                {format.distance(metres, country)}
              </span>
            ))}
          {!isDriver && <span className={`${mapStyles.pin} ${styles.place}`} style={move(0, 0)} data-place="pin" />}
          <span className={styles.placeLabel} style={moveMiddle(0, 0)} data-place>
            {label}
          </span>
        </>,
        must(map.getPane('shadowPane'), 'the pane below the markers'),
      )}
    </>
  )
}
