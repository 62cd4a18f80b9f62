import {
  useEffect,
  useId,
  useState,
  type FocusEvent,
  type InputHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { whenIdle } from '../lib/when-idle.ts'
import { describedBy, FieldBox, type FieldFrame } from './field-box.tsx'
import styles from './field.module.css'

export interface DateTimeFieldProps
  extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'value'> {
  /** Local time of the car park, `2026-11-21T14:30`. */
  readonly value: string
  /** The value in words, such as "Today 14:30": shown while the field is not being edited. */
  readonly shown: ReactNode
  /** For a page's first render: the native picker is created when the page is idle, on touch or on focus. */
  readonly isLate?: boolean
}

/** Opens the browser's picker from anywhere in the box, where the browser has one. */
const openPicker = (event: MouseEvent<HTMLInputElement>) => {
  const input = event.currentTarget
  if (typeof input.showPicker === 'function' && !input.readOnly && !input.disabled) input.showPicker()
}

const PICKER_WITHIN_MS = 1_000

/**
 * Creating the native field with its localized parts takes 8 ms at full speed. It is invisible until focused, so a
 * plain text field can take its place until then.
 */
function usePicker(isLate: boolean) {
  const [isDue, setDue] = useState(!isLate)
  useEffect(() => (isDue ? undefined : whenIdle(() => setDue(true), PICKER_WITHIN_MS)), [isDue])
  const focus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (input.type !== 'text') return
    input.type = 'datetime-local'
    setDue(true)
    // Without this the focus stays on the field but on none of its parts.
    input.blur()
    input.focus()
  }
  return isDue ? { type: 'datetime-local' } : { type: 'text', onPointerDown: () => setDue(true), onFocus: focus }
}

/** A native date and time field; 5-minute steps unless `step` (seconds) is given. */
export function DateTimeField({ label, error, hint, icon, id, shown, isLate = false, ...input }: DateTimeFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const frame = { label, error, hint, icon }
  const picker = usePicker(isLate)
  return (
    <FieldBox id={fieldId} {...frame}>
      <span className={styles.date}>
        <input
          step={300}
          {...input}
          {...picker}
          id={fieldId}
          className={`${styles.input} ${styles.time}`}
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
