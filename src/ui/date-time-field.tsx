import { useId, type InputHTMLAttributes, type MouseEvent, type ReactNode } from 'react'
import { describedBy, FieldBox, type FieldFrame } from './field-box.tsx'
import styles from './field.module.css'

export interface DateTimeFieldProps
  extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'value'> {
  /** Local time of the park, `2026-11-21T14:30`. */
  readonly value: string
  /** The same as a driver says it, such as "Today 14:30": shown while the field is not being edited. */
  readonly shown: ReactNode
}

/** Opens the browser's picker from anywhere in the box, where the browser has one. */
const openPicker = (event: MouseEvent<HTMLInputElement>) => {
  const input = event.currentTarget
  if (typeof input.showPicker === 'function' && !input.readOnly && !input.disabled) input.showPicker()
}

/** A native date and time; 5-minute steps unless `step` (seconds) says otherwise. */
export function DateTimeField({ label, error, hint, icon, id, shown, ...input }: DateTimeFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const frame = { label, error, hint, icon }
  return (
    <FieldBox id={fieldId} {...frame}>
      <span className={styles.date}>
        <input
          step={300}
          {...input}
          type="datetime-local"
          id={fieldId}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(fieldId, frame)}
          onClick={openPicker}
        />
        <span className={styles.shown} aria-hidden="true">
          {shown}
        </span>
      </span>
    </FieldBox>
  )
}
