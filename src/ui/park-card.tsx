import type { ReactNode } from 'react'
import styles from './park-card.module.css'
import { Skeleton } from './skeleton.tsx'

/** Makes a link or button the card itself: `<Link to="…" {...parkCardLook(selected)}><ParkCard … /></Link>`. */
export const parkCardLook = (selected = false) => ({ className: styles.card, 'data-selected': selected || undefined })

export interface ParkCardProps {
  readonly name: ReactNode
  readonly address: ReactNode
  /** Such as "230 m"; missing when no place was chosen. */
  readonly distance?: ReactNode
  /** An `<Availability>`. */
  readonly availability: ReactNode
  /** For the chosen time: the largest figure of the card. */
  readonly total: ReactNode
  /** Per hour, or "Sandbox tariff". */
  readonly perHour: ReactNode
  /** How old the price is, where that must be said. */
  readonly age?: ReactNode
}

/** Distance and street on one line: the distance stays, the street gives way. */
export const ParkPlace = ({ address, distance }: Pick<ParkCardProps, 'address' | 'distance'>) => (
  <span className={styles.place}>
    {distance}
    {distance !== undefined && address !== null && ', '}
    {address}
  </span>
)

/** What a park's card shows: name, address and distance; the total and the small print at the right; free places below both. */
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

/** The same boxes in sunken, while the card's data is on its way. */
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
