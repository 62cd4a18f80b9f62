// Rarely rendered; memoisation would double this file.
'use no memo'
import { createPortal } from 'react-dom'
import { Circle } from 'react-leaflet'
import { must } from '../../../lib/assert.ts'
import { usePosition } from '../../../stores/position.ts'
import styles from './map.module.css'
import { useMapFrame } from '../../../parts/map/use-map-frame.ts'

/** A smaller circle would be hidden by the dot. */
const SEEN_METRES = 10

/** The phone's estimated position, with its accuracy circle. */
export function PositionMark() {
  const fix = usePosition((position) => position.fix)
  const { map, toPane } = useMapFrame()
  if (fix === null) return null
  const { x, y } = toPane(fix)
  return (
    <>
      {fix.accuracyMetres >= SEEN_METRES && (
        <Circle center={fix} radius={fix.accuracyMetres} interactive={false} className={styles.accuracy ?? ''} />
      )}
      {createPortal(
        <span className={styles.position} style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }} />,
        must(map.getPane('shadowPane'), 'the pane below the markers'),
      )}
    </>
  )
}
