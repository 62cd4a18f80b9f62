import { type ReactNode, useEffect, useRef } from 'react'
import styles from './chip.module.css'

export interface ChipProps {
  readonly on: boolean
  readonly onToggle: (on: boolean) => void
  /** 18 px. */
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A filter or sort order that is on or off. */
export function Chip({ on, onToggle, icon, children }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={on}
      // Browsers do not bring a focused chip beyond the edge into view.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      onClick={() => onToggle(!on)}
    >
      <span className={styles.face}>
        {icon}
        <span>{children}</span>
      </span>
    </button>
  )
}

export interface ChipRowProps {
  readonly label: string
  /** Not usable yet. */
  readonly inert?: boolean
  readonly children: ReactNode
}

/**
 * Scrolls the row, sideways only, to the chip with keyboard focus. A driver who scrolls with a finger is not pulled
 * back.
 */
function showFocused(row: Element): void {
  const chip = row.querySelector(':focus-visible')?.getBoundingClientRect()
  if (chip === undefined) return
  const { left, right } = row.getBoundingClientRect()
  row.scrollLeft += Math.max(chip.right - right, 0) || Math.min(chip.left - left, 0)
}

/** A row of chips that scrolls sideways; a cut-off chip shows that there are more. */
export function ChipRow({ label, inert, children }: ChipRowProps) {
  const row = useRef<HTMLDivElement>(null)
  // Counts that arrive later move the chips behind them.
  useEffect(() => {
    if (row.current !== null) showFocused(row.current)
  })
  return (
    <div ref={row} role="group" aria-label={label} inert={inert} className={styles.row}>
      {children}
    </div>
  )
}
