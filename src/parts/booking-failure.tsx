// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { type ActionError, findAlternatives, findHole, findNewPrice, findShortfall } from '../actions/failures.ts'
import { routes } from '../config/routes.ts'
import type { Park } from '../contract/parks.ts'
import { toInstant } from '../domain/instant.ts'
import { PAYMENT_RANGE } from '../domain/payment.ts'
import { useFormat } from '../i18n/format.ts'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import { ParkName } from './park-name.tsx'
import { useNow } from './use-now.ts'
import { WalletBelowZero } from './wallet-below-zero.tsx'
import type { ChosenStay } from './use-stay.ts'
import { Button } from '../ui/button.tsx'
import { ReloadIcon } from '../ui/icons-action.tsx'
import { OctagonCrossIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import styles from './parts.module.css'

export interface BookingFailureProps {
  readonly failure: ActionError
  readonly stay: Pick<ChosenStay, 'from' | 'until' | 'vehicleTypeId' | 'change'>
  /** Its time zone is used for times, its country for units of distance. */
  readonly park: Pick<Park, 'timezone' | 'country_code'>
  /** No other times can be chosen. */
  readonly isFixed?: boolean
  readonly onAskAgain: (requestId: string) => void
}

/** Says why the booking failed, and offers the nearest alternative. */
export function BookingFailure({ failure, stay, park, isFixed = false, onAskAgain }: BookingFailureProps) {
  const { t } = useLingui()
  const alternatives = findAlternatives(failure)
  if (alternatives !== undefined) {
    const { times, parks } = alternatives.alternatives
    return (
      <ParkFull alternatives={{ times: isFixed ? [] : times, parks: isFixed ? [] : parks }} stay={stay} park={park} />
    )
  }
  const hole = findHole(failure)
  if (hole !== undefined)
    return <WalletBelowZero balanceMinor={hole.balance} currency={hole.currency} missingMinor={hole.missing} />
  if (findShortfall(failure) !== undefined) return <WalletShort failure={failure} />
  if (findNewPrice(failure) !== undefined) return <PriceChanged failure={failure} />
  if (failure.kind === 'outcome_unknown') return <OutcomeUnknown onAskAgain={() => onAskAgain(failure.requestId)} />
  return <FailureNote failure={failure} doing={t`Booking`} hasInput />
}

type Alternatives = NonNullable<ReturnType<typeof findAlternatives>>['alternatives']

function ParkFull({
  alternatives,
  stay,
  park: { timezone: zone, country_code: country },
}: Pick<BookingFailureProps, 'stay' | 'park'> & { readonly alternatives: Alternatives }) {
  const format = useFormat()
  const now = useNow()
  return (
    <Note
      tone="bad"
      icon={<OctagonCrossIcon size={24} />}
      title={<Trans>The car park is full for these times.</Trans>}
      role="alert"
    >
      <div className={styles.form}>
        {alternatives.times.length === 0 && alternatives.parks.length === 0 && (
          <p>
            <Trans>No car park nearby is free for these times. Nothing was charged.</Trans>
          </p>
        )}
        {alternatives.times.map(({ start_time, end_time }) => {
          const from = toInstant(Date.parse(start_time))
          const until = toInstant(Date.parse(end_time))
          return (
            <Button key={start_time} kind="secondary" size="small" onClick={() => stay.change({ from, until })}>
              <Trans>Free here: {format.stay(from, until, { zone, now })}</Trans>
            </Button>
          )
        })}
        {alternatives.parks.map((park) => (
          <Link
            key={park.id}
            to={routes.park.href(park.slug, {
              fromMs: stay.from,
              untilMs: stay.until,
              vehicleTypeId: stay.vehicleTypeId,
            })}
          >
            <ParkName park={park} />, {format.distance(park.distance_m, country)}
          </Link>
        ))}
      </div>
    </Note>
  )
}

function WalletShort({ failure }: { readonly failure: ActionError }) {
  const format = useFormat()
  const shortfall = findShortfall(failure)
  if (shortfall === undefined) return null
  const { currency } = shortfall
  const missing = format.money({ amountMinor: shortfall.missing, currency })
  const balance = format.money({ amountMinor: shortfall.balance, currency })
  return (
    <Note
      tone="bad"
      icon={<OctagonCrossIcon size={24} />}
      title={<Trans>You need {missing} more in your wallet</Trans>}
      role="alert"
    >
      <p>
        <Trans>
          Your balance is {balance}. Nothing was charged; top up, pay another way, or choose a shorter stay.
        </Trans>
      </p>
      <Link to={routes.addFunds.href(Math.max(shortfall.missing, PAYMENT_RANGE[currency].minimumMinor))}>
        <Trans>Top up</Trans>
      </Link>
    </Note>
  )
}

function PriceChanged({ failure }: { readonly failure: ActionError }) {
  const format = useFormat()
  const price = findNewPrice(failure)
  if (price === undefined) return null
  const total = format.money({ amountMinor: price.total, currency: price.currency })
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>The price is now {total}</Trans>} role="alert">
      <Trans>Nothing was charged. Check the new price above, then pay if you’re happy with it.</Trans>
    </Note>
  )
}

function OutcomeUnknown({ onAskAgain }: { readonly onAskAgain: () => void }) {
  const { t } = useLingui()
  return (
    <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Not confirmed</Trans>} role="alert">
      <div className={styles.form}>
        <p>
          <Trans>
            We sent your booking, but the connection dropped before we got an answer. Trying again never books twice.
          </Trans>
        </p>
        <OnlineButton doing={t`Trying again`} kind="secondary" size="small" icon={<ReloadIcon />} onClick={onAskAgain}>
          <Trans>Try again</Trans>
        </OnlineButton>
      </div>
    </Note>
  )
}
