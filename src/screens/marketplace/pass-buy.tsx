// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { Product } from '../../contract/marketplace.ts'
import { undoUntil } from '../../domain/booking.ts'
import { MONTHLY_REFUND_POLICY, type Refundable, refundStepsOf } from '../../domain/cancellation.ts'
import { DAY_MS, type Instant } from '../../domain/instant.ts'
import { lastDayOf, toLocalDay } from '../../domain/monthly-pass.ts'
import { localDayNumber } from '../../domain/zone.ts'
import { BookingFailure } from '../../parts/booking-failure.tsx'
import { useLocalDay, usePassDays, usePassHours } from '../../parts/monthly-when.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { RefundRows } from '../../parts/refund-rows.tsx'
import { useNow } from '../../parts/use-now.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { useStay } from '../../parts/use-stay.ts'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import { useVehicleChoice, VehicleStep } from '../../parts/vehicle-step.tsx'
import { pricePass, spanOfPass } from '../../queries/monthly-pass.ts'
import { useSession } from '../../queries/use-session.ts'
import { useFormat } from '../../i18n/format.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CalendarIcon } from '../../ui/icons-action.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useBuyPass } from './use-buy-pass.ts'

type Pass = NonNullable<Product['pass']>

/** Latest first day, same limit as the provider's. */
const FURTHEST_DAYS = 366

/** Returns the day as days since 1970; returns null for an invalid day or one that is not sold. */
function parseFirstDay(text: string, today: number): number | null {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const day = ms / DAY_MS
  return Number.isNaN(ms) || day < today || day > today + FURTHEST_DAYS ? null : day
}

const refundableOf = (
  stay: { readonly start: Instant; readonly end: Instant },
  totalMinor: number,
  now: Instant,
): Refundable => {
  const times = { startMs: stay.start, endMs: stay.end }
  return {
    ...{ ...times, totalMinor, rate: null, steps: refundStepsOf(MONTHLY_REFUND_POLICY, times) },
    undoUntilMs: undoUntil({ bookedAt: now, startMs: stay.start, isCheckedIn: false }),
  }
}

/** Validity, vehicle and first day of the pass, its price, and the refund if the driver cancels. */
export function PassBuy({ product, pass }: { readonly product: Product; readonly pass: Pass }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const stay = useStay()
  const vehicle = useVehicleChoice(stay)
  const hoursOf = usePassHours()
  const daysOf = usePassDays()
  const dayOf = useLocalDay()
  const typeName = useVehicleTypeName()
  const { timezone: zone } = pass
  const types = pass.vehicle_types?.map(typeName).join(', ')
  const today = localDayNumber(now, zone)
  const [firstText, setFirstText] = useState(toLocalDay(today + 1))
  const firstDay = parseFirstDay(firstText, today)
  const days =
    firstDay === null ? '' : daysOf({ first_day: toLocalDay(firstDay), last_day: toLocalDay(lastDayOf(firstDay)) })
  const span = firstDay === null ? null : spanOfPass(pass, firstDay)
  const price = pricePass(product, now)
  const lines = usePriceLines(price)
  const total = format.money({ amountMinor: price.totalMinor, currency: product.currency })
  const isWrongType = pass.vehicle_types?.includes(vehicle.typeId) === false
  const { failure, isBusy, buy, askAgain } = useBuyPass(product)
  const furthest = dayOf(toLocalDay(today + FURTHEST_DAYS))
  return (
    <div className={parts.form}>
      <p>
        <strong>{hoursOf(pass.hours, zone)}</strong>
      </p>
      {types !== undefined && (
        <p className={parts.small}>
          <Trans>For: {types}</Trans>
        </p>
      )}
      {product.demo && (
        <p className={parts.small}>
          <Trans>Demo pass: no real car park lets you in.</Trans>
        </p>
      )}
      <TextField
        label={t`First day`}
        name="first_day"
        type="date"
        icon={<CalendarIcon />}
        min={toLocalDay(today)}
        max={toLocalDay(today + FURTHEST_DAYS)}
        value={firstText}
        onChange={(event) => setFirstText(event.currentTarget.value)}
        error={firstDay === null ? <Trans>Choose a day from today to {furthest}.</Trans> : undefined}
        hint={firstDay === null ? undefined : <Trans>Valid {days}</Trans>}
      />
      <VehicleStep choice={vehicle} />
      {isWrongType && (
        <p className={parts.bad} role="alert">
          <Trans>This pass isn’t sold for this kind of vehicle.</Trans>
        </p>
      )}
      <PriceLines lines={lines} />
      {span !== null && (
        <RefundRows
          booking={refundableOf(span, price.totalMinor, now)}
          currency={product.currency}
          zone={zone}
          now={now}
        />
      )}
      {failure !== null && (
        <BookingFailure
          failure={failure}
          stay={stay}
          park={{ timezone: zone, country_code: product.country_code }}
          isFixed
          onAskAgain={askAgain}
        />
      )}
      <PayPass
        total={total}
        isBusy={isBusy}
        onPay={() => {
          const chosen = span === null || isWrongType ? null : vehicle.take()
          if (chosen === null || span === null) return focusWrongField()
          buy({ span, vehicle: chosen, totalMinor: price.totalMinor })
        }}
      />
    </div>
  )
}

const focusWrongField = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid]')?.focus())
}

interface PayPassProps {
  readonly total: string
  readonly isBusy: boolean
  readonly onPay: () => void
}

function PayPass({ total, isBusy, onPay }: PayPassProps) {
  const { t } = useLingui()
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'ready' && session.value === null) {
    return (
      <Link to={routes.login.href(pathname)} {...buttonLook({ wide: true })}>
        <Trans>Sign in to pay {total}</Trans>
      </Link>
    )
  }
  return (
    <OnlineButton wide doing={t`Paying`} hasInput busy={isBusy} busyLabel={<Trans>Paying…</Trans>} onClick={onPay}>
      <Trans>Pay {total} from wallet</Trans>
    </OnlineButton>
  )
}
