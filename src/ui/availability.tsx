import type { ReactNode } from 'react'
import styles from './availability.module.css'

/** good: fresh; few: under 10 % or under 5; old: too old to rely on; unknown: never reported; full. */
export type AvailabilityTone = 'good' | 'few' | 'old' | 'unknown' | 'full'

export interface AvailabilityProps {
  readonly tone: AvailabilityTone
  /** fact: the title of a row that has its own icon, so without the dot. */
  readonly form?: 'card' | 'fact'
  readonly children: ReactNode
}

/** Free spaces: a dot, and text that includes its time. */
export function Availability({ tone, form = 'card', children }: AvailabilityProps) {
  return (
    <span className={styles.availability} data-tone={tone} data-form={form}>
      <span>{children}</span>
    </span>
  )
}
