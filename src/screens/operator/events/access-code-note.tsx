// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { KeyIcon } from '../../../ui/icons-action.tsx'
import { Note } from '../../../ui/note.tsx'
import styles from '../day.module.css'

/** Shown once: the stored code cannot be read back. */
export function AccessCodeNote({ accessCode }: { readonly accessCode: string }) {
  return (
    <Note icon={<KeyIcon size={24} />} title={<Trans>Access code of the event</Trans>} role="status">
      <p className={styles.code} dir="ltr">
        {accessCode}
      </p>
      <p>
        <Trans>Write it down: it isn’t shown again. Drivers enter it under Events, Private event.</Trans>
      </p>
    </Note>
  )
}
