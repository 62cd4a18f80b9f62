import type { ReactNode } from 'react'
import styles from './price.module.css'

export interface PriceLine {
  readonly key: string
  readonly label: ReactNode
  readonly amount: ReactNode
  /** `good`: a reduction, its amount with U+2212; `plain`: the amount in ink; `total`: bold, after a divider. */
  readonly tone?: 'good' | 'plain' | 'total'
}

/** Label on the left, amount on the right. Wrap the key word of the total's label in `<strong>`. */
export function PriceLines({ lines }: { readonly lines: readonly PriceLine[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map((line) => (
        <div key={line.key} className={styles.line} data-tone={line.tone}>
          <dt>{line.label}</dt>
          <dd>{line.amount}</dd>
        </div>
      ))}
    </dl>
  )
}
