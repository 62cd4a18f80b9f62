import type { ReactNode } from 'react'
import styles from './pages.module.css'

export interface InfoSection {
  /** For links that lead to it. */
  readonly id?: string
  readonly title: ReactNode
  readonly text: ReactNode
}

/** A page of text: a heading, an opening, sections. */
export function InfoPage({
  title,
  opening,
  body,
  sections,
}: {
  readonly title: ReactNode
  readonly opening?: ReactNode
  /** Between the opening and the sections. */
  readonly body?: ReactNode
  readonly sections: readonly InfoSection[]
}) {
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      {opening !== undefined && <p>{opening}</p>}
      {body}
      {sections.map((section, index) => (
        <section key={section.id ?? index} id={section.id}>
          <h2>{section.title}</h2>
          <div>{section.text}</div>
        </section>
      ))}
    </article>
  )
}
