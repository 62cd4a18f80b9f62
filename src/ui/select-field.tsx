import { useId, type SelectHTMLAttributes } from 'react'
import { describedBy, FieldBox, type FieldFrame } from './field-box.tsx'
import styles from './field.module.css'
import { ChevronDownIcon } from './icons-action.tsx'

/** A native select; its `<option>`s are the children. */
export function SelectField({
  label,
  error,
  hint,
  icon,
  id,
  children,
  ...select
}: FieldFrame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const frame = { label, error, hint, icon }
  return (
    <FieldBox
      id={fieldId}
      {...frame}
      label={<span className={styles.beforeChevron}>{label}</span>}
      end={
        <span className={styles.chevron}>
          <ChevronDownIcon />
        </span>
      }
    >
      <select
        {...select}
        id={fieldId}
        className={styles.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(fieldId, frame)}
      >
        {children}
      </select>
    </FieldBox>
  )
}
