import { Trans } from '@lingui/react/macro'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'

export interface SavedNoteProps {
  /** Epoch milliseconds of the provider's last answer, null when there never was one. */
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** How old what is shown is. While it is fresh the line stays, empty: what stands below must not move when the connection goes. */
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
