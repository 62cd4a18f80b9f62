import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'good' | 'waiting' | 'bad'

/** A small pill, always an icon (18) and a word. */
export function Badge({
  tone,
  icon,
  children,
}: {
  readonly tone: BadgeTone
  readonly icon: ReactNode
  readonly children: ReactNode
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  )
}
