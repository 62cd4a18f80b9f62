import type { ReactNode } from 'react'
import styles from './pages.module.css'

export interface InfoSection {
  /** Target of links with a fragment. */
  readonly id?: string
  readonly title: ReactNode
  readonly text: ReactNode
}

/** A text page: a heading, an introduction and sections. */
export function InfoPage({
  title,
  opening,
  body,
  sections,
}: {
  readonly title: ReactNode
  readonly opening?: ReactNode
  /** Rendered between the introduction and the sections. */
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
