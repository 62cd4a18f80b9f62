// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { loadReferral } from '../../actions/referrals.online.ts'
import { PARAM, routes } from '../../config/routes.ts'
import type { Referral } from '../../contract/referrals.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useShare } from '../../parts/use-share.ts'
import { useReferral } from '../../queries/use-referral.ts'
import { useUnconfirmedReferrals } from '../../queries/use-unconfirmed.ts'
import { Badge } from '../../ui/badge.tsx'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { CircleCheckIcon, ClockIcon, InfoIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EnterReferral } from './enter-referral.tsx'
import { useWalletCountry } from './use-wallet-country.ts'
import styles from './wallet.module.css'

/**
 * /wallet/referral: the driver's code, its rewards, and the form for a referrer's code. Readable offline after the
 * first visit.
 */
export default function ReferralScreen() {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const saved = useReferral()
  const { failure, isRefreshing } = useRefresh(loadReferral, null)
  const referral = saved.status === 'ready' ? saved.value : null
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.wallet.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Referral</Trans>}
      />
      <div className={styles.pad}>
        <Unconfirmed />
        {referral !== null && <RefreshFailure failure={failure} doing={t`Updating your code`} />}
        {referral === null && failure !== null && <FailureNote failure={failure} doing={t`Loading your code`} />}
        {referral === null && isRefreshing && <Skeleton size="card" width="full" />}
        {referral !== null && <Known referral={referral} linked={params.get(PARAM.referral) ?? ''} />}
        {saved.status === 'ready' && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
      </div>
    </div>
  )
}

interface Shown {
  readonly referral: Referral
}

function Known({ referral, linked }: Shown & { readonly linked: string }) {
  const { code, enter_until: until } = referral
  return (
    <>
      <Offer referral={referral} />
      <OwnCode code={code} />
      <Brought referral={referral} />
      {until !== null && <EnterReferral key={linked} until={until} linked={linked} />}
      <Entered referral={referral} />
    </>
  )
}

/** What both drivers get in the country of the displayed wallet. */
function Offer({ referral }: Shown) {
  const format = useFormat()
  const { code: country } = useWalletCountry()
  const terms = referral.terms.find(({ country_code: code }) => code === country)
  if (terms === undefined) {
    return (
      <p>
        <Trans>Referral isn’t offered in {format.country(country)} now.</Trans>
      </p>
    )
  }
  const money = (amountMinor: number) => format.money({ amountMinor, currency: terms.currency })
  const [yours, theirs, minimum] = [money(terms.referrer), money(terms.referred), money(terms.minimum)]
  return (
    <>
      <h2>
        <Trans>
          {yours} for you, {theirs} for a new driver
        </Trans>
      </h2>
      <p>
        <Trans>
          They create an account with your code. When their first stay of {minimum} or more has ended, both wallets get
          the credit. It pays for parking and can’t be withdrawn.
        </Trans>
      </p>
      <p className={parts.small}>
        <Plural
          value={terms.limit}
          one="Up to # credit in 30 days; more follow later. Not for a second account, nor for the same plate, phone or card."
          other="Up to # credits in 30 days; more follow later. Not for a second account, nor for the same plate, phone or card."
        />
      </p>
      {terms.demo && (
        <p>
          <Badge tone="neutral" icon={<InfoIcon size={18} />}>
            <Trans>Demo</Trans>
          </Badge>
        </p>
      )}
    </>
  )
}

/** Works offline. */
function OwnCode({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const { isCopied, refused, open } = useShare()
  return (
    <div className={parts.form}>
      <p>
        <Trans>
          Your code: <strong>{code}</strong>
        </Trans>
      </p>
      <ButtonRow>
        <Button
          onClick={() => void open({ title: t`Parking with Baywise`, path: routes.register.href(undefined, code) })}
        >
          {isCopied ? <Trans>Link copied</Trans> : <Trans>Share link</Trans>}
        </Button>
      </ButtonRow>
      {refused !== null && <p className={parts.small}>{refused}</p>}
    </div>
  )
}

function Brought({ referral: { waiting, credited, totals } }: Shown) {
  const format = useFormat()
  if (waiting + credited === 0) {
    return (
      <p>
        <Trans>Nobody has used your code yet.</Trans>
      </p>
    )
  }
  const sum = totals.map(({ amount, currency }) => format.money({ amountMinor: amount, currency })).join(', ')
  return (
    <div>
      {credited > 0 && (
        <>
          <p>
            <Plural
              value={credited}
              one="# driver has parked with your code"
              other="# drivers have parked with your code"
            />
          </p>
          <p>
            <Trans>
              Credit so far: <strong>{sum}</strong>
            </Trans>
          </p>
        </>
      )}
      {waiting > 0 && (
        <p>
          <Plural
            value={waiting}
            one="# driver has entered your code and not parked yet"
            other="# drivers have entered your code and not parked yet"
          />
        </p>
      )}
    </div>
  )
}

/** The outcome of the code that this driver entered. */
function Entered({ referral: { entered } }: Shown) {
  const format = useFormat()
  if (entered === null) return null
  if (entered.state === 'waiting') {
    return (
      <Note tone="neutral" icon={<ClockIcon size={24} />} title={<Trans>Code saved</Trans>} role="status">
        <Trans>Your credit comes within an hour of the end of your first paid stay.</Trans>
      </Note>
    )
  }
  if (entered.amount !== null && entered.currency !== null) {
    const amount = format.money({ amountMinor: entered.amount, currency: entered.currency })
    return (
      <Note tone="neutral" icon={<CircleCheckIcon size={24} />} title={<Trans>{amount} is in your wallet</Trans>}>
        <Trans>You came with a referral code. This credit can’t be withdrawn.</Trans>
      </Note>
    )
  }
  return (
    <p>
      <Trans>The code that you entered gave no credit.</Trans>
    </p>
  )
}

/** An unconfirmed referral code. */
function Unconfirmed() {
  const unconfirmed = useUnconfirmedReferrals()
  if (unconfirmed.status !== 'ready') return null
  return unconfirmed.value.map(({ request }) => (
    <UnansweredNote key={request.id} request={request} title={<Trans>Entering a referral code</Trans>} />
  ))
}
