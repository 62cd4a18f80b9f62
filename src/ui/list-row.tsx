import type { ReactNode } from 'react'
import styles from './list-row.module.css'

/** Heights: 60, 64 with a place, 44 in a card of facts. */
export type RowSize = 'normal' | 'place' | 'fact'

/** Makes a link or button the row itself: `<Link to="…" {...listRowLook()}><ListRowFace title="…" /></Link>`. */
export const listRowLook = (size: RowSize = 'normal') => ({ className: styles.row, 'data-size': size })

export interface ListRowFaceProps {
  /** 22 px. */
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly detail?: ReactNode
  /** The right column, which never wraps. */
  readonly end?: ReactNode
  readonly endDetail?: ReactNode
}

/** The content of a row. */
export function ListRowFace({ icon, title, detail, end, endDetail }: ListRowFaceProps) {
  return (
    <>
      {icon}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {(end !== undefined || endDetail !== undefined) && (
        <span className={styles.end}>
          {end !== undefined && <span>{end}</span>}
          {endDetail !== undefined && <span className={styles.detail}>{endDetail}</span>}
        </span>
      )}
    </>
  )
}

/** A row without an action. */
export function ListRow({ size = 'normal', ...face }: ListRowFaceProps & { readonly size?: RowSize }) {
  return (
    <div {...listRowLook(size)}>
      <ListRowFace {...face} />
    </div>
  )
}

/** `<ul>` of `<li>` rows: divided edge to edge, or as a card of facts. */
export function RowList({
  form = 'list',
  label,
  children,
}: {
  readonly form?: 'list' | 'card'
  readonly label?: string
  readonly children: ReactNode
}) {
  return (
    <ul className={form === 'card' ? styles.card : styles.list} aria-label={label}>
      {children}
    </ul>
  )
}
