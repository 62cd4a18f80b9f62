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
  /** Local time of the park, `2026-11-21T14:30`. */
  readonly value: string
  /** The same as a driver says it, such as "Today 14:30": shown while the field is not being edited. */
  readonly shown: ReactNode
  /** Of a page's first drawing: the browser's own field comes once the page is at rest, a finger comes or it has the focus. */
  readonly isLate?: boolean
}

/** Opens the browser's picker from anywhere in the box, where the browser has one. */
const openPicker = (event: MouseEvent<HTMLInputElement>) => {
  const input = event.currentTarget
  if (typeof input.showPicker === 'function' && !input.readOnly && !input.disabled) input.showPicker()
}

const PICKER_WITHIN_MS = 1_000

/** The browser's field, with its parts and their words, takes 8 ms to make at full speed. A plain one in its place is as unseen as it is itself. */
function usePicker(isLate: boolean) {
  const [isDue, setDue] = useState(!isLate)
  useEffect(() => (isDue ? undefined : whenIdle(() => setDue(true), PICKER_WITHIN_MS)), [isDue])
  const focus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    if (input.type !== 'text') return
    input.type = 'datetime-local'
    setDue(true)
    // The focus stays on the field without going to any of its parts.
    input.blur()
    input.focus()
  }
  return isDue ? { type: 'datetime-local' } : { type: 'text', onPointerDown: () => setDue(true), onFocus: focus }
}

/** A native date and time; 5-minute steps unless `step` (seconds) says otherwise. */
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
