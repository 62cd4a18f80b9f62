import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './field.module.css'
import row from './list-row.module.css'

export interface RadioCardProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'title'> {
  readonly title: ReactNode
  readonly detail?: ReactNode
  /** 22 px, at the end. */
  readonly icon?: ReactNode
}

/** A yes-or-no choice whose text is read first: a consent. */
export function CheckCard({ title, detail, ...input }: Omit<RadioCardProps, 'icon'>) {
  return (
    <label className={styles.box} data-chosen={input.checked === true || undefined}>
      <span className={styles.choice}>
        <input {...input} type="checkbox" />
        <span>
          <span className={row.title}>{title}</span>
          {detail !== undefined && <span className={row.detail}>{detail}</span>}
        </span>
      </span>
    </label>
  )
}

/** One of several large choices (a way to pay, a vehicle). Put them in a `fieldset` with a `legend`. */
export function RadioCard({ title, detail, icon, ...input }: RadioCardProps) {
  return (
    <label className={styles.box} data-chosen={input.checked === true || undefined}>
      <span className={styles.choice} data-detailed={detail !== undefined || undefined}>
        <input {...input} type="radio" />
        <span>
          <span className={row.title}>{title}</span>
          {detail !== undefined && <span className={row.detail}>{detail}</span>}
        </span>
      </span>
      <span className={styles.end}>{icon}</span>
    </label>
  )
}
