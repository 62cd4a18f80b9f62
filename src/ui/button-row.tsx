import type { ReactNode } from 'react'
import styles from './button.module.css'

/** Buttons side by side, stacked where a label would wrap. */
export function ButtonRow({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
