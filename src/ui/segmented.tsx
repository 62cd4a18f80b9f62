import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export interface SegmentedProps<Value extends string> {
  readonly legend: ReactNode
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: ReactNode; readonly lang?: string }>
  readonly onChange: (value: Value) => void
}

/** Two to four choices side by side: radio buttons drawn as one bar. */
export function Segmented<Value extends string>({ legend, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{legend}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment} lang={option.lang}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
