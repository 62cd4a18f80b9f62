import { useId, useState, type ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { type ButtonLook, buttonLook } from './button-look.ts'
import styles from './button.module.css'
import { NoSignalIcon } from './icons-state.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface BlockedButtonProps extends Pick<ButtonLook, 'size' | 'wide'> {
  /** What the button would do: read out before its label, unless the label already says so. */
  readonly action?: string
  /** Replaces the no-signal icon when the reason is a different one. */
  readonly icon?: ReactNode
  /** Why the action is unavailable now, and what is kept. Shown after a tap. */
  readonly why: ReactNode
  /** Replaces "Needs a connection". */
  readonly children?: ReactNode
}

/** Replaces an action that needs a connection: still focusable, and explains why it is unavailable. */
export function BlockedButton({ action, icon, why, size = 'normal', wide = false, children }: BlockedButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const whyId = useId()
  return (
    <div className={styles.blocked}>
      <button
        type="button"
        {...buttonLook({ kind: 'blocked', size, wide })}
        aria-expanded={isOpen}
        aria-controls={whyId}
        onClick={() => setOpen(!isOpen)}
      >
        {icon ?? <NoSignalIcon />}
        <span>
          {action !== undefined && <VisuallyHidden>{action}: </VisuallyHidden>}
          {children ?? <Trans>Needs a connection</Trans>}
        </span>
      </button>
      <p id={whyId} role="status" className={styles.why} hidden={!isOpen}>
        {isOpen && why}
      </p>
    </div>
  )
}
