import type { ReactNode } from 'react'
import styles from './note.module.css'

export interface NoteProps {
  /** amber: about the driver's own request; warning: before a choice that costs something; bad: a failure. */
  readonly tone?: 'neutral' | 'amber' | 'warning' | 'bad'
  /** 24 px. */
  readonly icon: ReactNode
  readonly title?: ReactNode
  /** `alert` for a failure that just happened, `status` for quieter news; none for text that is always present. */
  readonly role?: 'alert' | 'status'
  readonly children?: ReactNode
}

/** A banner with an icon, a title and text. */
export function Note({ tone = 'neutral', icon, title, role, children }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone} role={role}>
      {icon}
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
