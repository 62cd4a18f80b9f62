import type { ReactNode } from 'react'
import styles from './price.module.css'

export interface PriceLine {
  readonly key: string
  readonly label: ReactNode
  readonly amount: ReactNode
  /** `good`: a reduction, its amount with a U+2212; `plain`: ink amount; `total`: after a divider, bold. */
  readonly tone?: 'good' | 'plain' | 'total'
}

/** Label left, amount right. Wrap the word of the total's label in `<strong>`. */
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
