// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import type { Plan } from '../../contract/plans.ts'
import { useFormat } from '../../i18n/format.ts'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { InfoIcon } from '../../ui/icons-state.tsx'
import styles from './marketplace.module.css'
import { comparePlan } from './plan-comparison.ts'

export interface PlanCardProps {
  readonly plan: Plan
  /** The driver's own bookings on this phone. */
  readonly bookings: readonly BookingView[]
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One of a country's plans to choose from; the chosen one is compared with what the driver actually paid. */
export function PlanCard({ plan, bookings, isChosen, onChoose }: PlanCardProps) {
  const format = useFormat()
  const price = format.money({ amountMinor: plan.price, currency: plan.currency })
  return (
    <div className={styles.plan} data-chosen={isChosen}>
      <label className={styles.planHead}>
        <input
          type="radio"
          name="plan"
          aria-label={plan.names[format.language]}
          checked={isChosen}
          onChange={onChoose}
        />
        <span>
          <strong>{plan.names[format.language]}</strong>
          <span className={parts.small}>{plan.details[format.language]}</span>
        </span>
        <span className={styles.planPrice}>
          <strong>{price}</strong>
          <span className={parts.small}>
            <Trans>a month</Trans>
          </span>
        </span>
      </label>
      {isChosen && (
        <>
          <Comparison plan={plan} bookings={bookings} />
          <PlanTerms plan={plan} />
        </>
      )}
      {plan.demo && (
        <Badge tone="neutral" icon={<InfoIcon size={18} />}>
          <Trans>Demo</Trans>
        </Badge>
      )}
    </div>
  )
}

/** Computed on the phone, offline too. Also says when the plan would cost more. */
function Comparison({ plan, bookings }: Pick<PlanCardProps, 'plan' | 'bookings'>) {
  const format = useFormat()
  const now = useNow()
  const { stays, paidMinor, lessMinor } = comparePlan(plan, bookings, now)
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: plan.currency })
  const [paid, difference] = [money(paidMinor), money(Math.abs(lessMinor))]
  return (
    <p className={styles.compared}>
      {stays === 0 ? (
        <Trans>No stays in the last 30 days.</Trans>
      ) : (
        <Plural value={stays} one={`Last 30 days: # stay, ${paid}.`} other={`Last 30 days: # stays, ${paid}.`} />
      )}{' '}
      {lessMinor >= 0 ? (
        <strong className={styles.less}>
          <Trans>With the plan: {difference} less</Trans>
        </strong>
      ) : (
        <strong>
          <Trans>With the plan: {difference} more</Trans>
        </strong>
      )}
    </p>
  )
}

/** What a plan's discount is, and where it applies. */
export function PlanTerms({
  plan,
}: {
  readonly plan: Pick<Plan, 'percent' | 'maximum' | 'currency' | 'country_code' | 'parks'>
}) {
  const format = useFormat()
  const percent = format.number(plan.percent)
  const most = plan.maximum === null ? null : format.money({ amountMinor: plan.maximum, currency: plan.currency })
  const country = format.country(plan.country_code)
  const rows = [
    <Trans key="off">{percent}% off parking and fees</Trans>,
    ...(most === null ? [] : [<Trans key="most">At most {most} off a stay</Trans>]),
    plan.parks === null ? (
      <Trans key="where">In every car park in {country}</Trans>
    ) : (
      <span key="where">{plan.parks.map(({ name }) => name).join(', ')}</span>
    ),
    <Trans key="offline">Works offline</Trans>,
  ]
  return (
    <ul className={styles.terms}>
      {rows.map((row) => (
        <li key={row.key}>
          <CheckIcon size={18} />
          {row}
        </li>
      ))}
    </ul>
  )
}
