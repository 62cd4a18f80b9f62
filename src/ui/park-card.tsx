import type { ReactNode } from 'react'
import styles from './park-card.module.css'
import { Skeleton } from './skeleton.tsx'

/** Makes a link or button the card itself: `<Link to="…" {...parkCardLook(selected)}><ParkCard … /></Link>`. */
export const parkCardLook = (selected = false) => ({ className: styles.card, 'data-selected': selected || undefined })

export interface ParkCardProps {
  readonly name: ReactNode
  readonly address: ReactNode
  /** For example "230 m"; missing when no place was chosen. */
  readonly distance?: ReactNode
  /** An `<Availability>`. */
  readonly availability: ReactNode
  /** For the chosen times: the largest figure of the card. */
  readonly total: ReactNode
  /** Per hour, or "Demo price". */
  readonly perHour: ReactNode
  /** The price's age, where it must be shown. */
  readonly age?: ReactNode
}

/** Distance and street on one line: only the street is shortened. */
export const ParkPlace = ({ address, distance }: Pick<ParkCardProps, 'address' | 'distance'>) => (
  <span className={styles.place}>
    {distance}
    {distance !== undefined && address !== null && ', '}
    {address}
  </span>
)

/**
 * A car park's card: name, address and distance; the total and the small print on the right; free spaces below both.
 */
export function ParkCard({ name, address, distance, availability, total, perHour, age }: ParkCardProps) {
  return (
    <>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <ParkPlace address={address} distance={distance} />
      </span>
      <span className={styles.price}>
        <strong className={styles.total}>{total}</strong>
        <span className={styles.perHour}>{perHour}</span>
        <span className={styles.perHour}>{age}</span>
      </span>
      <span className={styles.free}>{availability}</span>
    </>
  )
}

/** The same boxes in the sunken colour, while the card's data loads. */
export function ParkCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <span className={styles.text}>
        <Skeleton width="long" />
        <Skeleton width="medium" size="small" />
      </span>
      <span className={styles.price}>
        <Skeleton width="short" size="large" />
        <Skeleton width="short" size="small" />
      </span>
      <span className={styles.free}>
        <Skeleton width="medium" size="small" />
      </span>
    </div>
  )
}
