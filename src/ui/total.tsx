import type { ReactNode } from 'react'
import styles from './price.module.css'

export interface TotalProps {
  readonly amount: ReactNode
  /** Always says until when: "total, until 18:00". */
  readonly label: ReactNode
  /** 36 park and balance, 28 checkout, 22 card. */
  readonly size?: 36 | 28 | 22
  readonly align?: 'start' | 'end'
}

/** The largest figure of its screen. */
export function Total({ amount, label, size = 36, align = 'start' }: TotalProps) {
  return (
    <p className={styles.total} data-end={align === 'end' || undefined}>
      <strong className={styles.amount} data-size={size}>
        {amount}
      </strong>
      <span className={styles.until}>{label}</span>
    </p>
  )
}
