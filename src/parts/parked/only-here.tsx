// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import styles from '../parts.module.css'

/** Said wherever something is noted: it is nobody else's. */
export const OnlyHere = () => (
  <p className={styles.small}>
    <Trans>Only on this phone, never sent. Deleted a day after your booking ends.</Trans>
  </p>
)
