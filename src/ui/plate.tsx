import type { ReactNode } from 'react'
import styles from './text.module.css'

/** A plate in monospace, so that O and 0, I and 1 differ. */
export function Plate({ children }: { readonly children: ReactNode }) {
  return <span className={styles.plate}>{children}</span>
}
