import { Trans } from '@lingui/react/macro'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'

export interface SavedNoteProps {
  /** Epoch milliseconds of the provider's last answer; null when there was none. */
  readonly savedAt: number | null
  readonly fresh: boolean
}

/**
 * The age of the data shown. While fresh, the line stays as an empty one, so that nothing below moves when the
 * connection is lost.
 */
export function SavedNote({ savedAt, fresh }: SavedNoteProps) {
  const format = useFormat()
  const now = useNow()
  if (savedAt === null) return null
  if (fresh) {
    return (
      <p className={styles.age} aria-hidden="true">
        {'\u00a0'}
      </p>
    )
  }
  const zone = phoneZone()
  const time = format.savedAt(toInstant(savedAt), { zone, now })
  return (
    <p className={styles.age}>
      <Trans>Saved {time}</Trans>
    </p>
  )
}
