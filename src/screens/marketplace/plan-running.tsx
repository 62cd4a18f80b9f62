// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { changePlan } from '../../actions/plans.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { Subscription } from '../../contract/plans.ts'
import { getCountry } from '../../domain/country.ts'
import { mustInstant, toInstant } from '../../domain/instant.ts'
import { PLAN_GRACE_MS } from '../../domain/plan.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { CardAtRenewal } from './card-at-renewal.tsx'
import styles from './marketplace.module.css'

/** The driver's plan: until when it is paid, what follows, and how to stop or resume it. */
export function PlanRunning({ subscription }: { readonly subscription: Subscription }) {
  const { t } = useLingui()
  const format = useFormat()
  const { names, state, cancelled, receipt_number: number, subscription_id: id, pay_by: payBy } = subscription
  const { failure, isBusy, run } = useSingleFlight<Subscription>(() => undefined)
  const isOffline = useConnection().state === 'offline'
  const percent = format.number(subscription.percent)
  return (
    <section className={styles.plan} data-chosen aria-label={t`Your plan`}>
      <h2>{names[format.language]}</h2>
      <p>
        <Trans>{percent}% off parking and fees</Trans>
      </p>
      <WhatComes subscription={subscription} />
      {number !== null && (
        <Link to={moreRoutes.receipt.href(number)}>
          <Trans>Receipt {number}</Trans>
        </Link>
      )}
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <FailureNote failure={failure} doing={t`Changing a plan`} />
      )}
      <OnlineButton
        doing={t`Changing a plan`}
        wide
        kind="secondary"
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void run(() => changePlan(id, { cancelled: !cancelled }))}
      >
        {cancelled ? <Trans>Keep plan</Trans> : <Trans>Stop plan</Trans>}
      </OnlineButton>
      {state === 'running' && !cancelled && (
        <CardAtRenewal
          currency={subscription.currency}
          isChosen={payBy === 'card'}
          isBlocked={isOffline}
          isBusy={isBusy}
          onChange={(isByCard) => void run(() => changePlan(id, { pay_by: isByCard ? 'card' : 'wallet' }))}
        />
      )}
    </section>
  )
}

function WhatComes({ subscription }: { readonly subscription: Subscription }) {
  const format = useFormat()
  const now = useNow()
  const { state, cancelled, currency, price, next, country_code: country, period_end: end } = subscription
  const zone = getCountry(country).timezone
  const endMs = mustInstant(end)
  const day = format.date(endMs, zone, now)
  const amount = format.money({ amountMinor: next?.price ?? price, currency })
  if (state === 'grace') {
    const last = format.date(toInstant(endMs + PLAN_GRACE_MS), zone, now)
    return (
      <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>{amount} is due</Trans>}>
        <p>
          <Trans>Top up by {last}, or the plan ends. Your discount goes on until then.</Trans>
        </p>
        <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'secondary', size: 'small' })}>
          <Trans>Top up</Trans>
        </Link>
      </Note>
    )
  }
  return cancelled ? (
    <p className={parts.small}>
      <Trans>Ends {day}. Nothing more is charged.</Trans>
    </p>
  ) : (
    <p className={parts.small}>
      <Trans>
        The next month, from {day}, costs {amount} from your wallet. You can stop until then.
      </Trans>
    </p>
  )
}
