// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { findShortfall } from '../../actions/failures.ts'
import { loadPlans, startPlan } from '../../actions/plans.online.ts'
import { routes } from '../../config/routes.ts'
import type { Plan, Subscription } from '../../contract/plans.ts'
import { getCountry } from '../../domain/country.ts'
import { monthsAfter } from '../../domain/plan.ts'
import { taxName } from '../../domain/tax-name.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { planTaxes } from '../../queries/plan-taxes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ActionBar } from '../../ui/page-head.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Total } from '../../ui/total.tsx'
import { CardAtRenewal } from './card-at-renewal.tsx'
import styles from './marketplace.module.css'

/** Shows what stopping gives back before the button, and the first day and renewal beside the total. */
export function PlanBar({ plan, isSignedIn }: { readonly plan: Plan; readonly isSignedIn: boolean }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const [isByCard, setByCard] = useState(false)
  const { failure, isBusy, run } = useSingleFlight<Subscription>(() => undefined)
  const zone = getCountry(plan.country_code).timezone
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: plan.currency })
  const total = money(plan.price)
  const [from, end] = [format.date(now, zone, now), format.date(monthsAfter(now, 1, zone), zone, now)]
  const taxes = planTaxes(plan, now)
  const name = taxes.map((tax) => `${taxName(tax, format.language)} ${money(tax.amountMinor)}`).join(', ')
  const start = () =>
    void run(async () => {
      const body = { plan_id: plan.id, price: plan.price, pay_by: isByCard ? 'card' : 'wallet' } as const
      const answer = await startPlan(body)
      if (!answer.ok && answer.error.kind === 'refused') await loadPlans(plan.country_code)
      return answer
    })
  return (
    <>
      <div className={styles.pad}>
        <h2>
          <Trans>If plans change</Trans>
        </h2>
        <PriceLines
          lines={[
            { key: 'stop', label: <Trans>Stop before {end}</Trans>, amount: <Trans>Ends {end}</Trans> },
            { key: 'back', label: <Trans>Back of the paid month</Trans>, amount: money(0) },
          ]}
        />
        {isSignedIn && <CardAtRenewal currency={plan.currency} isChosen={isByCard} onChange={setByCard} />}
        {failure !== null && failure.kind !== 'outcome_unknown' && (
          <>
            <FailureNote failure={failure} doing={t`Starting a plan`} hasInput />
            {findShortfall(failure) !== undefined && (
              <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'secondary' })}>
                <Trans>Top up</Trans>
              </Link>
            )}
          </>
        )}
      </div>
      <ActionBar>
        <div className={styles.line}>
          <p className={parts.small}>
            <Trans>
              {from} – {end}, then each month, or stop
            </Trans>
          </p>
          <Total
            size={28}
            align="end"
            amount={total}
            label={name === '' ? <Trans>from your wallet</Trans> : <Trans>{name} included</Trans>}
          />
        </div>
        {isSignedIn ? (
          <OnlineButton
            wide
            doing={t`Starting a plan`}
            hasInput
            busy={isBusy}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={start}
          >
            <Trans>Start today, {total}</Trans>
          </OnlineButton>
        ) : (
          <Link to={routes.login.href(routes.plans.href())} {...buttonLook({ wide: true })}>
            <Trans>Sign in to start</Trans>
          </Link>
        )}
      </ActionBar>
    </>
  )
}
