import type { ReactNode } from 'react'
import styles from './page-head.module.css'

export interface PageHeadProps {
  /** A 44 px link or button with `iconButtonLook()` and `<ChevronStartIcon/>`. */
  readonly back: ReactNode
  /** Becomes the page's `<h1>`. */
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly end?: ReactNode
}

/** The head of a page with a way back: arrow, title, a second line. */
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

/** Fixed at the bottom, within the thumb's reach: the total and the one primary button. */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actionBar}>{children}</div>
}
