import type { ReactNode } from 'react'
import styles from './field.module.css'
import { TriangleIcon } from './icons-state.tsx'

/** What every field accepts besides its input's own attributes. */
export interface FieldFrame {
  readonly label: ReactNode
  /** Replaces the hint, and says what to do. */
  readonly error?: ReactNode
  readonly hint?: ReactNode
  /** 22 px, before the value. */
  readonly icon?: ReactNode
}

export interface FieldBoxProps extends FieldFrame {
  readonly id: string
  /** After the value: a button or a chevron. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** Returns the id for the input's `aria-describedby`; undefined when there is no error or hint. */
export const describedBy = (id: string, { error, hint }: FieldFrame): string | undefined =>
  error === undefined && hint === undefined ? undefined : `${id}-about`

/** Two fields side by side, such as from and until. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** Label above value in one bordered box, with the error or hint below it. */
export function FieldBox({ id, label, error, hint, icon, end, children }: FieldBoxProps) {
  return (
    <div className={styles.field}>
      <div className={styles.box} data-error={error === undefined ? undefined : true}>
        {icon}
        <div className={styles.body}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          {children}
        </div>
        {end}
      </div>
      {error !== undefined && (
        <p id={`${id}-about`} className={styles.error} role="alert">
          <TriangleIcon size={18} />
          <span>{error}</span>
        </p>
      )}
      {error === undefined && hint !== undefined && (
        <p id={`${id}-about`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
