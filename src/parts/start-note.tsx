// Memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Instant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { hasStartPassed, nextStep } from '../stores/search-draft.ts'
import { Button } from '../ui/button.tsx'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'

export interface StartNoteProps {
  readonly from: Instant
  /** IANA zone of the car park. */
  readonly zone: string
  readonly onStart: (from: Instant) => void
}

/** Points out a start that has passed; only the driver moves it. */
export function StartNote({ from, zone, onStart }: StartNoteProps) {
  const format = useFormat()
  const now = useNow()
  if (!hasStartPassed(from, now)) return null
  const time = format.savedAt(from, { zone, now })
  return (
    <div className={styles.row} role="status">
      <span className={styles.bad}>
        <Trans>The start, {time}, has passed.</Trans>
      </span>
      <Button kind="secondary" size="small" onClick={() => onStart(nextStep(now))}>
        <Trans>Start now</Trans>
      </Button>
    </div>
  )
}
