// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { loadPlans, loadSubscriptions } from '../../actions/plans.online.ts'
import { routes } from '../../config/routes.ts'
import type { Plan } from '../../contract/plans.ts'
import type { CountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import type { BookingView } from '../../queries/query.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { usePlans, useSubscription } from '../../queries/use-plans.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'
import { useUnconfirmedPlans } from '../../queries/use-unconfirmed.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './marketplace.module.css'
import { GoodsSkeleton } from './marketplace-screen.tsx'
import { PlanBar } from './plan-bar.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanRunning } from './plan-running.tsx'

/** /subscription-plans: monthly plans with parking discounts; readable offline once visited. */
export function PlansScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const country = useSelectedCountry()?.code ?? 'NG'
  const session = useSession()
  const isSignedIn = session.status === 'ready' && session.value !== null
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.home.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Plans</Trans>}
        detail={format.country(country)}
      />
      {isSignedIn && <OwnPlans />}
      <CountryPlans key={country} country={country} isSignedIn={isSignedIn} />
    </div>
  )
}

/** Refreshes the driver's subscriptions and lists unconfirmed requests. */
function OwnPlans() {
  useRefresh(loadSubscriptions, null)
  const unconfirmed = useUnconfirmedPlans()
  if (unconfirmed.status !== 'ready' || unconfirmed.value.length === 0) return null
  const titles = { 'plan.start': <Trans>Starting a plan</Trans>, 'plan.change': <Trans>Changing a plan</Trans> }
  return (
    <div className={styles.pad}>
      {unconfirmed.value.map(({ request }) => (
        <UnansweredNote key={request.id} request={request} title={titles[request.kind]} />
      ))}
    </div>
  )
}

function CountryPlans({ country, isSignedIn }: { readonly country: CountryCode; readonly isSignedIn: boolean }) {
  const { t } = useLingui()
  const saved = usePlans(country)
  const own = useSubscription(country)
  const { failure, isRefreshing } = useRefresh(loadPlans, country)
  const bookings = useBookings()
  const plans = saved.status === 'ready' ? saved.value : null
  const subscription = own.status === 'ready' ? own.value : null
  const isRunning = isSignedIn && subscription !== null && subscription.state !== 'ended'
  // The chosen plan is rendered with its comparison, which needs the bookings.
  const isLoading = plans === null ? isRefreshing : !isRunning && bookings.status === 'loading'
  return (
    <>
      <div className={styles.pad}>
        {isRunning && <PlanRunning subscription={subscription} />}
        {saved.status === 'ready' && plans !== null && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
        {plans !== null && <RefreshFailure failure={failure} doing={t`Updating the list`} />}
        {plans === null && failure !== null && <FailureNote failure={failure} doing={t`Opening this page`} />}
      </div>
      {isLoading && <GoodsSkeleton />}
      {!isRunning && plans !== null && bookings.status === 'ready' && (
        <Choice plans={plans} bookings={bookings.value} isSignedIn={isSignedIn} />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly plans: readonly Plan[]
  readonly bookings: readonly BookingView[]
  readonly isSignedIn: boolean
}

function Choice({ plans, bookings, isSignedIn }: ChoiceProps) {
  const [chosenId, setChosenId] = useState<number | null>(null)
  const chosen = plans.find(({ id }) => id === chosenId) ?? plans[0]
  if (chosen === undefined) {
    return (
      <p className={styles.pad}>
        <Trans>There are no plans in this country yet.</Trans>
      </p>
    )
  }
  return (
    <>
      <div className={styles.pad}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            bookings={bookings}
            isChosen={plan === chosen}
            onChoose={() => setChosenId(plan.id)}
          />
        ))}
      </div>
      <PlanBar plan={chosen} isSignedIn={isSignedIn} />
    </>
  )
}
