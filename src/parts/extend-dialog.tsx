// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { createElement, useState } from 'react'
import { type ActionError, findExceededPrice } from '../actions/failures.ts'
import { type EnqueueResult, toImmediateResult } from '../actions/requests.ts'
import { refreshBooking } from '../actions/connection.online.ts'
import type { Booking } from '../contract/bookings.ts'
import { graceEndOf } from '../domain/booking.ts'
import { type Instant, MINUTE_MS, mustInstant, toInstant } from '../domain/instant.ts'
import { parseLocalInput, toLocalInput } from '../domain/zone.ts'
import { useFormat } from '../i18n/format.ts'
import { ok, type Result } from '../lib/result.ts'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import { QuoteErrorText } from './quote-error-text.tsx'
import { useNow } from './use-now.ts'
import { WaitsNote } from './waits-note.tsx'
import { useExtensionPrice, useExtensions } from '../queries/price-extension.ts'
import { Button } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Total } from '../ui/total.tsx'
import { STAY_STEP_MS } from '../domain/next-step.ts'
import styles from './parts.module.css'
import { NextStepLine } from './next-step-line.tsx'
import { useSingleFlight } from './use-single-flight.ts'
import { useLater } from './use-later.ts'

/** In a chunk of its own (src/lib/kept-files.ts); without it the plain field is used. */
const loadRuler = () => import('./stay-ruler.tsx')

const STEPS_MINUTES = [30, 60, 120, 180]

export interface ExtendDialogProps {
  readonly booking: Booking
  /** The end selected at first; an hour after the current end by default. */
  readonly startEnd?: Instant | undefined
  /** `maxPriceMinor`: the most that the driver agrees to pay. */
  readonly onExtend: (newEnd: Instant, maxPriceMinor: number) => Promise<Result<EnqueueResult, ActionError>>
  readonly onClose: () => void
}

/**
 * Returns the price to show. When the provider refused this end and named a higher price, shows that one: the provider
 * knows about other drivers' stays with the same plate.
 */
function useShownPrice(
  price: ReturnType<typeof useExtensionPrice>,
  newEnd: Instant,
  failure: ActionError | null,
): ReturnType<typeof useExtensionPrice> {
  const [told, setTold] = useState<{ readonly failure: ActionError; readonly newEnd: Instant } | null>(null)
  if (failure !== null && failure !== told?.failure) setTold({ failure, newEnd })
  const exceeded = told === null || told.newEnd !== newEnd ? undefined : findExceededPrice(told.failure)
  return exceeded !== undefined && price?.ok === true ? ok(Math.max(exceeded.total, price.value)) : price
}

/**
 * Chooses a later end and shows the price of the added time before the tap: the provider never charges more than was
 * shown.
 */
export function ExtendDialog({ booking, startEnd, onExtend, onClose }: ExtendDialogProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { failure, isBusy, run } = useSingleFlight(onClose)
  // Loads the price only: the dialog stays open and the driver continues.
  const loading = useSingleFlight(() => undefined)
  const shownFailure = failure ?? loading.failure
  const zone = booking.park.timezone
  const end = mustInstant(booking.end_time)
  const [newEnd, setNewEnd] = useState(startEnd ?? toInstant(end + 60 * MINUTE_MS))
  const price = useShownPrice(useExtensionPrice(booking, newEnd), newEnd, failure)
  const shownEnd = format.dayTime(newEnd, { zone, now })
  // Includes the day when it is not today: "until 09:00" would be ambiguous.
  const inText = (at: Instant) => format.savedAt(at, { zone, now })
  const extend = () =>
    run(async () => {
      if (price === null || !price.ok) return refreshBooking(booking.booking_code)
      return toImmediateResult(await onExtend(newEnd, price.value))
    })
  const cost = price?.ok === true ? format.money({ amountMinor: price.value, currency: booking.currency }) : null

  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Extend your stay</Trans>}
      foot={
        <Button
          wide
          busy={isBusy}
          busyLabel={<Trans>Extending…</Trans>}
          disabled={newEnd <= end || cost === null}
          onClick={() => void extend()}
        >
          {cost === null ? (
            <Trans>Extend</Trans>
          ) : (
            <Trans>
              Extend until {inText(newEnd)}, {cost}
            </Trans>
          )}
        </Button>
      }
    >
      <div className={styles.form}>
        <ChipRow label={t`Extend by`}>
          {STEPS_MINUTES.map((minutes) => (
            <Chip
              key={minutes}
              on={newEnd === end + minutes * MINUTE_MS}
              onToggle={() => setNewEnd(toInstant(end + minutes * MINUTE_MS))}
            >
              +{format.duration(minutes * MINUTE_MS)}
            </Chip>
          ))}
        </ChipRow>
        <EndRuler booking={booking} until={newEnd} onChange={setNewEnd} />
        <DateTimeField
          label={t`New end`}
          value={toLocalInput(newEnd, zone)}
          shown={shownEnd}
          min={toLocalInput(end, zone)}
          onChange={(event) => {
            const parsed = parseLocalInput(event.currentTarget.value, zone)
            if (parsed.ok) setNewEnd(parsed.value.instant)
          }}
          error={newEnd <= end ? <Trans>The new end must be later than {inText(end)}.</Trans> : undefined}
        />
        {cost !== null && <Total size={28} amount={cost} label={<AddedTime company={booking.company} />} />}
        {price?.ok === false && booking.booked_rate !== undefined && (
          <p className={styles.bad}>
            <QuoteErrorText error={price.error} tariff={booking.booked_rate.tariff} />
          </p>
        )}
        {price === null && (
          <OnlineButton
            doing={t`Loading the price`}
            hasInput={false}
            kind="secondary"
            busy={loading.isBusy}
            onClick={() => void loading.run(() => refreshBooking(booking.booking_code))}
          >
            <Trans>Show the price</Trans>
          </OnlineButton>
        )}
        {price?.ok === true && <WaitsNote />}
        <p className={styles.small}>
          <Trans>You can extend until {inText(graceEndOf(booking))}.</Trans>
        </p>
        {shownFailure !== null && <FailureNote failure={shownFailure} doing={t`Extending`} hasInput />}
      </div>
    </Modal>
  )
}

function AddedTime({ company }: { readonly company: string | undefined }) {
  return company === undefined ? (
    <Trans>for the added time, from your wallet</Trans>
  ) : (
    <Trans>for the added time, paid by {company}</Trans>
  )
}

interface EndRulerProps {
  readonly booking: Booking
  readonly until: Instant
  readonly onChange: (until: Instant) => void
}

/**
 * The added time on the ruler, with its price. Renders nothing when its price is not on this phone, or nothing can be
 * added.
 */
function EndRuler({ booking, until, onChange }: EndRulerProps) {
  const { t } = useLingui()
  const Ruler = useLater(loadRuler)
  const extensions = useExtensions(booking)
  const from = mustInstant(booking.end_time)
  const shortest = toInstant(from + STAY_STEP_MS)
  if (extensions === null || extensions.bounds.longest < shortest) return null
  const { priceAt, bounds } = extensions
  const place = { from, until, zone: booking.park.timezone, currency: booking.currency, priceAt }
  return (
    <>
      {Ruler !== null &&
        createElement(Ruler, {
          ...place,
          ...{ label: t`New end`, shortest, longest: bounds.longest, lengthFrom: from, onChange },
        })}
      {until > from && <NextStepLine {...place} />}
    </>
  )
}
