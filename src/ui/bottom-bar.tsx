import type { ReactNode } from 'react'
import styles from './bottom-bar.module.css'

/** Fixed at the bottom: the running booking, and below it the items (phones only). */
export function BottomBar({
  label,
  running,
  children,
}: {
  readonly label: string
  readonly running?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.bottom}>
      {running}
      {children !== undefined && (
        <nav className={styles.items} aria-label={label}>
          {children}
        </nav>
      )}
    </div>
  )
}

/** Attributes for the link of one item; `aria-current="page"` marks the current one. */
export const bottomItemLook = () => ({ className: styles.item })

export interface BottomItemFaceProps {
  /** 24 px. */
  readonly icon: ReactNode
  readonly label: ReactNode
  /** A `WaitingMark`, or nothing. */
  readonly waiting?: ReactNode
}

export function BottomItemFace({ icon, label, waiting }: BottomItemFaceProps) {
  return (
    <>
      {icon}
      <span>{label}</span>
      {waiting}
    </>
  )
}

/** An amber dot; its label tells screen readers "1 waiting for signal". */
export const WaitingMark = ({ label }: { readonly label: string }) => (
  <span className={styles.waiting} role="img" aria-label={label} data-now />
)
