// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import ContactForm from '../../parts/contact/contact-form.tsx'
import text from '../../ui/text.module.css'
import styles from './charging.module.css'

/** /rent-out-ev-charger and /rent-out-space: offers a space or charger; once approved, drivers can find and book it. */
export default function RentOutScreen({ topic }: { readonly topic: 'charger' | 'space' }) {
  const isCharger = topic === 'charger'
  return (
    <article className={`${styles.page} ${styles.pad}`}>
      <h1 tabIndex={-1}>{isCharger ? <Trans>Rent out your charger</Trans> : <Trans>Rent out your space</Trans>}</h1>
      <p>
        {isCharger ? (
          <Trans>
            You have a charger that stands free? Say where it is and what it costs. We check your request and answer by
            email. Once it’s approved, drivers find and book it here.
          </Trans>
        ) : (
          <Trans>
            You have a parking space that stands empty? Say where it is and what it costs. We check your request and
            answer by email. Once it’s approved, drivers find and book it here.
          </Trans>
        )}
      </p>
      <p>
        {isCharger ? (
          <Link to={routes.rentOutSpace.href()} className={text.lineLink}>
            <Trans>Rent out a space without a charger</Trans>
          </Link>
        ) : (
          <Link to={moreRoutes.rentOutCharger.href()} className={text.lineLink}>
            <Trans>Rent out a charger</Trans>
          </Link>
        )}
      </p>
      <ContactForm topic={topic} />
    </article>
  )
}
