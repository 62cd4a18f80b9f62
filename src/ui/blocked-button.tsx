import { useId, useState, type ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { type ButtonLook, buttonLook } from './button-look.ts'
import styles from './button.module.css'
import { NoSignalIcon } from './icons-state.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface BlockedButtonProps extends Pick<ButtonLook, 'size' | 'wide'> {
  /** What the button would do: read out before its words, unless they name it themselves. */
  readonly action?: string
  /** Instead of the sign for no signal, where something else is the reason. */
  readonly icon?: ReactNode
  /** Why it cannot be done now, and what is kept. Shown after a tap. */
  readonly why: ReactNode
  /** Instead of "Needs a connection". */
  readonly children?: ReactNode
}

/** Stands where an action stood that needs a connection: still focusable, and explains itself. */
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
