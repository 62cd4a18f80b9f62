import { type TextareaHTMLAttributes, useId } from 'react'
import { describedBy, FieldBox, type FieldFrame } from './field-box.tsx'
import styles from './field.module.css'

export interface TextAreaProps extends FieldFrame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {}

/** A field for several lines of text. */
export function TextArea({ label, error, hint, icon, id, ...input }: TextAreaProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const frame = { label, error, hint, icon }
  return (
    <FieldBox id={fieldId} {...frame}>
      <textarea
        rows={3}
        {...input}
        id={fieldId}
        className={styles.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, frame)}
      />
    </FieldBox>
  )
}
