import { useId, type ReactNode } from 'react'
import styles from './step.module.css'

/** One numbered step of a page: disc, title, body, divider. */
export function Step({
  number,
  title,
  children,
}: {
  readonly number: number
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
