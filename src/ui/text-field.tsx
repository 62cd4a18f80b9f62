import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { describedBy, FieldBox, type FieldFrame } from './field-box.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  readonly end?: ReactNode
  /** A plate: monospace, upper case, no autocorrection. */
  readonly plate?: boolean
}

const PLATE = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** A field for one line: text, e-mail, tel, search, number by `type`. */
export function TextField({ label, error, hint, icon, end, plate = false, id, ...input }: TextFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const frame = { label, error, hint, icon }
  return (
    <FieldBox id={fieldId} end={end} {...frame}>
      <input
        type="text"
        {...(plate ? PLATE : {})}
        {...input}
        id={fieldId}
        className={styles.input}
        data-plate={plate || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, frame)}
      />
    </FieldBox>
  )
}
