import { Trans } from '@lingui/react/macro'
import { PinIcon } from '../../ui/icons-place.tsx'
import styles from './park.module.css'

const WIDTH = 360
const HEIGHT = 132
/** 500 m grid and rings of 250 m and 500 m: 96 px are 250 m. */
const RING = 48
const GRID = 96

/** The park's place on the built-in map, instead of a photo that nobody took. */
export function MapStrip() {
  const x = WIDTH / 2
  const y = HEIGHT * 0.78
  return (
    <div className={styles.map}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
        <g className={styles.grid}>
          {[-4, -3, -2, -1, 0, 1, 2, 3, 4].map((step) => (
            <path key={step} d={`M${x + step * GRID} 0V${HEIGHT}`} />
          ))}
          <path d={`M-400 ${y}H760M-400 ${y - GRID}H760`} />
        </g>
        <circle className={styles.near} cx={x} cy={y} r={RING} />
        <circle className={styles.ring} cx={x} cy={y} r={RING * 2} />
      </svg>
      <span className={styles.entrance}>
        <PinIcon size={18} />
        <Trans>Entrance</Trans>
      </span>
    </div>
  )
}
