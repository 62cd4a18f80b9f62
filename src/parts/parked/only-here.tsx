// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import styles from '../parts.module.css'

/** Shown wherever a note is taken: the note is private. */
export const OnlyHere = () => (
  <p className={styles.small}>
    <Trans>Only on this phone, never sent. Deleted a day after your booking ends.</Trans>
  </p>
)
