import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './button-look.ts'
import styles from './button.module.css'

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly icon?: ReactNode
  /** While true the button keeps its width and focus, shows `busyLabel`, and ignores taps. */
  readonly busy?: boolean
  /** For example "Checking…". */
  readonly busyLabel?: ReactNode
}

/**
 * A native button. `type` defaults to `button`, so that it never submits by accident. When disabled it looks disabled
 * and ignores taps but keeps the focus, which the native attribute would lose.
 */
export function Button({
  kind,
  size,
  shape,
  wide,
  icon,
  busy = false,
  busyLabel,
  disabled = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = buttonLook({
    ...(kind === undefined ? {} : { kind }),
    ...(size === undefined ? {} : { size }),
    ...(shape === undefined ? {} : { shape }),
    ...(wide === undefined ? {} : { wide }),
  })
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || disabled) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...look}
      aria-busy={busy || undefined}
      aria-disabled={disabled || undefined}
      onClick={handleClick}
    >
      {icon}
      {busyLabel === undefined ? (
        <span>{children}</span>
      ) : (
        <span className={styles.labels}>
          <span data-off={busy || undefined}>{children}</span>
          <span data-off={busy ? undefined : true}>{busyLabel}</span>
        </span>
      )}
    </button>
  )
}
