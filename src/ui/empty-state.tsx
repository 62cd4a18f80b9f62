import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  /** 28 px, on a disc. */
  readonly icon?: ReactNode
  /** Replaces the icon: a drawing of 116 x 84. */
  readonly drawing?: ReactNode
  readonly title: ReactNode
  readonly text?: ReactNode
  /** The one action offered. */
  readonly action?: ReactNode
  /** 1 when this is the whole page. */
  readonly level?: 1 | 2
}

/** Nothing here yet, or nothing found: says what that means and what to do. */
export function EmptyState({ icon, drawing, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      {drawing ?? <span className={styles.disc}>{icon}</span>}
      <Heading>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
