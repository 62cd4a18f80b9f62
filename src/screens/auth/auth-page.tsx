import type { ReactNode } from 'react'
import styles from './auth.module.css'

/** One narrow column: heading, one sentence, the form, and links to the other auth pages. */
export function AuthPage({
  title,
  intro,
  children,
}: {
  readonly title: ReactNode
  readonly intro?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  )
}
