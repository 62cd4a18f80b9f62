// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import ContactForm from '../../parts/contact/contact-form.tsx'
import styles from './pages.module.css'

/** Contact form for operators who want a demo of Baywise. */
export default function BookDemoScreen() {
  return (
    <article className={styles.page}>
      <h1 tabIndex={-1}>
        <Trans>Book a demo</Trans>
      </h1>
      <p>
        <Trans>
          You run a car park? Tell us where it is. We show you how drivers find and book it, how passes are checked at
          the gate without signal, and how you are paid.
        </Trans>
      </p>
      <ContactForm topic="demo" />
    </article>
  )
}
