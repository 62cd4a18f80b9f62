// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { User } from '../../contract/auth.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { PersonIcon } from '../../ui/icons-place.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './profile.module.css'

/** A guest's contact, and the link to keep the bookings in an account. */
export function GuestProfile({ user }: { readonly user: User }) {
  return (
    <section className={styles.section}>
      <Note icon={<PersonIcon size={24} />} title={<Trans>You booked without an account</Trans>}>
        <bdi dir="ltr">{user.email === '' ? user.phone : user.email}</bdi>
      </Note>
      <p>
        <Trans>With an account you find your bookings on every device, and can use the wallet.</Trans>
      </p>
      <Link to={routes.register.href(routes.profile.href())} {...buttonLook({ wide: true })}>
        <Trans>Keep your bookings</Trans>
      </Link>
    </section>
  )
}
