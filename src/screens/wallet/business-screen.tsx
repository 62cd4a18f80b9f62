// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { checkCompanyFunds, loadCompanies } from '../../actions/companies.online.ts'
import { PARAM, routes } from '../../config/routes.ts'
import type { Company } from '../../contract/companies.ts'
import ContactForm from '../../parts/contact/contact-form.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCompanies } from '../../queries/use-companies.ts'
import { useSession } from '../../queries/use-session.ts'
import { CircleCheckIcon, ClockIcon, OctagonCrossIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import text from '../../ui/text.module.css'
import { CompanyAdmin } from './company-admin.tsx'
import { useLimitText } from '../../parts/limit-text.ts'
import styles from './wallet.module.css'

/** /business-accounts: what they offer, the driver's own, and the form to request one. */
export default function BusinessScreen() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const session = useSession()
  const isSignedIn = session.status === 'ready' && session.value !== null && session.value.user.guest !== true
  const reference = query.get(PARAM.paymentReference)
  return (
    <article className={styles.page}>
      <div className={styles.pad}>
        <h1 tabIndex={-1}>
          <Trans>Business accounts</Trans>
        </h1>
        <p>
          <Trans>
            Your company pays for the parking of its people from one wallet. Each of them chooses at the checkout who
            pays: the company or they themselves.
          </Trans>
        </p>
        <p>
          <Trans>
            You add people by email, each with a limit for one booking and for a month. A refund goes back to the wallet
            that paid. Every month has a statement with the taxes, for your bookkeeping.
          </Trans>
        </p>
      </div>
      {isSignedIn && (reference === null ? <OwnCompanies /> : <AfterFunds reference={reference} />)}
      <section className={styles.pad}>
        <h2>
          <Trans>Ask for a business account</Trans>
        </h2>
        <p>
          <Trans>
            We check your request and answer by email. Once it’s approved, the Baywise account with that email manages
            the business account.
          </Trans>
        </p>
        {session.status === 'ready' && (
          <>
            {session.value === null && (
              <Link to={routes.login.href(pathname)} className={text.lineLink}>
                <Trans>Sign in to see your business accounts</Trans>
              </Link>
            )}
            <ContactForm topic="business" />
          </>
        )}
      </section>
    </article>
  )
}

/** After returning from the gateway: checks the top-up first, so that the balance below includes it. */
function AfterFunds({ reference }: { readonly reference: string }) {
  const { t } = useLingui()
  const { value, failure } = useLoaded(checkCompanyFunds, reference)
  if (value === null && failure === null)
    return (
      <div className={styles.pad}>
        <Skeleton size="card" width="full" />
      </div>
    )
  return (
    <>
      <div className={styles.pad}>
        {failure !== null && <FailureNote failure={failure} doing={t`Checking the payment`} />}
        {value !== null && <FundsNews status={value.status} />}
      </div>
      <OwnCompanies />
    </>
  )
}

function FundsNews({ status }: { readonly status: string }) {
  if (status === 'success')
    return (
      <Note icon={<CircleCheckIcon size={24} />} role="status">
        <Trans>The top-up is in the company’s wallet.</Trans>
      </Note>
    )
  if (status === 'pending')
    return (
      <Note icon={<ClockIcon size={24} />} role="status">
        <Trans>The payment isn’t confirmed yet. The wallet is topped up as soon as it is.</Trans>
      </Note>
    )
  return (
    <Note tone="bad" icon={<OctagonCrossIcon size={24} />} role="alert">
      <Trans>The payment wasn’t made. Nothing was added to the company’s wallet.</Trans>
    </Note>
  )
}

/** The saved companies, readable offline. */
function OwnCompanies() {
  const { t } = useLingui()
  const saved = useCompanies()
  const { failure } = useRefresh(loadCompanies, true)
  const companies = saved.status === 'ready' ? saved.value.companies : null
  if (companies === null)
    return failure === null ? null : (
      <div className={styles.pad}>
        <FailureNote failure={failure} doing={t`Loading your business accounts`} />
      </div>
    )
  return (
    <>
      {saved.status === 'ready' && companies.length > 0 && (
        <div className={styles.pad}>
          <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
        </div>
      )}
      {companies.map((company) => (
        <section key={company.company_id} className={styles.pad} aria-label={company.name}>
          <OwnCompany company={company} />
        </section>
      ))}
    </>
  )
}

function OwnCompany({ company }: { readonly company: Company }): ReactNode {
  const { t } = useLingui()
  const limits = useLimitText()
  const { name, status, role, reason } = company
  const title = (
    <h2>
      <bdi>{name}</bdi>
    </h2>
  )
  if (status === 'open')
    return (
      <>
        {title}
        <Note icon={<ClockIcon size={24} />} title={t`Your request is being checked`}>
          <Trans>We answer by email.</Trans>
        </Note>
      </>
    )
  if (status === 'refused')
    return (
      <>
        {title}
        <Note tone="warning" icon={<TriangleIcon size={24} />} title={t`Your request wasn’t accepted`}>
          <p dir="auto">{reason}</p>
        </Note>
      </>
    )
  const told = limits(company)
  return (
    <>
      {title}
      <p>
        <Trans>{name} pays for your parking if you choose it at the checkout.</Trans>
        {told !== '' && ` ${told}`}
      </p>
      <p className={text.muted}>
        <Trans>Its administrators see where, when and with which plate the bookings that it pays for are.</Trans>
      </p>
      {role === 'admin' && <CompanyAdmin companyId={company.company_id} />}
    </>
  )
}
