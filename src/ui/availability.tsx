import type { ReactNode } from 'react'
import styles from './availability.module.css'

/** good: fresh; few: under 10 % or under 5; old: too old to trust; unknown: never said; full. */
export type AvailabilityTone = 'good' | 'few' | 'old' | 'unknown' | 'full'

export interface AvailabilityProps {
  readonly tone: AvailabilityTone
  /** fact: the title of a row that has an icon of its own, so without the dot. */
  readonly form?: 'card' | 'fact'
  readonly children: ReactNode
}

/** Free places: a dot and words that carry their time. */
export function Availability({ tone, form = 'card', children }: AvailabilityProps) {
  return (
    <span className={styles.availability} data-tone={tone} data-form={form}>
      <span>{children}</span>
    </span>
  )
}
