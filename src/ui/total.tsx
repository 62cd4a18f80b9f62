import type { ReactNode } from 'react'
import { figureFit } from './figure-fit.ts'
import styles from './price.module.css'

export interface TotalProps {
  readonly amount: string
  /** Always includes until when: "total, until 18:00". */
  readonly label: ReactNode
  /** 36: car park and balance; 28: checkout; 22: card. */
  readonly size?: 36 | 28 | 22
  readonly align?: 'start' | 'end'
  /** Limits growth as for a longer figure, where buttons are beside the total. */
  readonly fit?: 12
}

/** The largest figure on its screen. */
export function Total({ amount, label, size = 36, align = 'start', fit }: TotalProps) {
  return (
    <p className={styles.total} data-end={align === 'end' || undefined}>
      <strong className={styles.amount} data-size={size} data-fit={fit ?? figureFit(amount)}>
        {amount}
      </strong>
      <span className={styles.until}>{label}</span>
    </p>
  )
}
