// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import styles from './pages.module.css'

/** /car-park-management: what the console offers to operators. */
export default function ManagementScreen() {
  return (
    <article className={styles.page}>
      <h1 tabIndex={-1}>
        <Trans>Manage your car park</Trans>
      </h1>
      <p>
        <Trans>
          With the car park console you run your car parks on Baywise yourself: what drivers read, what they pay and
          when they can book.
        </Trans>
      </p>
      <ul>
        <li>
          <Trans>See arrivals, free spaces and statements. Set prices, opening hours and closures.</Trans>
        </li>
        <li>
          <Trans>Invite colleagues as owner, manager or team member, for all car parks or for some.</Trans>
        </li>
        <li>
          <Trans>Let your own system do the same with a key: every page of the console uses the public API.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          You sign in with your Baywise account and a second factor: a passkey, or a code by email. The console is by
          invitation. Without one, book a demo and we set it up with you.
        </Trans>
      </p>
      <ButtonRow>
        <Link to={moreRoutes.operator.href()} {...buttonLook()}>
          <Trans>Open the console</Trans>
        </Link>
        <Link to={moreRoutes.bookDemo.href()} {...buttonLook({ kind: 'secondary' })}>
          <Trans>Book a demo</Trans>
        </Link>
      </ButtonRow>
    </article>
  )
}
