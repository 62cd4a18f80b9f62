import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { SUPPORT_EMAIL } from '../../config/partner.ts'
import { routes } from '../../config/routes.ts'
import { useIsLive } from '../../ui/use-is-live.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { HelpList } from './help-list.tsx'
import { InfoPage } from './info-page.tsx'

const ContactForm = lazyPart(() => import('../../parts/contact/contact-form.tsx'))

/** The page is readable before hydration; its form is not, so it renders after. */
function ContactHere() {
  return useIsLive() ? (
    <Suspense fallback={null}>
      <ContactForm topic="contact" />
    </Suspense>
  ) : null
}

/** Help: the articles, and how to contact us. */
export function HelpPage() {
  return (
    <InfoPage
      title={<Trans>Help</Trans>}
      opening={
        <Trans>
          These pages are on your phone and open without signal. Not answered?{' '}
          <Link to={routes.help.href('contact')}>Write to us</Link>.
        </Trans>
      }
      // No fallback of its own: the page must be complete before a URL fragment scrolls to its last section.
      body={<HelpList />}
      sections={[
        {
          id: 'contact',
          title: <Trans>Contact Us</Trans>,
          text: (
            <>
              <p>
                <Trans>
                  Report a problem on the car park’s page. If there was no space for you, report it on{' '}
                  <Link to={routes.bookings.href()}>your booking</Link>. For everything else, write to us.
                </Trans>
              </p>
              {SUPPORT_EMAIL !== undefined && (
                <p>
                  <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
                </p>
              )}
              <ContactHere />
            </>
          ),
        },
      ]}
    />
  )
}
