import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export interface PageHeadProps {
  /** A link or button of 44 with `iconButtonLook()` and `<ChevronStartIcon/>`. */
  readonly back: ReactNode
  /** Becomes the page's `<h1>`. */
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly end?: ReactNode
}

/** The head of a page one goes back from: arrow, title, a second line. */
export function PageHead({ back, title, detail, end }: PageHeadProps) {
  return (
    <div className={styles.head}>
      {back}
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {detail !== undefined && <p className={styles.sub}>{detail}</p>}
      </div>
      {end}
    </div>
  )
}

/** Fixed below the page, in the thumb's reach: total and the one primary button. */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actionBar}>{children}</div>
}
