// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { payOverstay } from '../actions/bookings.online.ts'
import { findExceededPrice } from '../actions/failures.ts'
import type { Booking } from '../contract/bookings.ts'
import { useFormat } from '../i18n/format.ts'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import { useSingleFlight } from './use-single-flight.ts'

export interface OverstayPayProps {
  readonly booking: Booking
  /** What is owed now, minor units. */
  readonly dueMinor: number
}

/** Pays what is owed for the time after the end, from the wallet: never more than the button says. */
export function OverstayPay({ booking, dueMinor }: OverstayPayProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  // The provider's clock decides: a phone that is behind would offer too little again and again.
  const told = failure === null ? undefined : findExceededPrice(failure)
  const maxPriceMinor = Math.max(dueMinor, told?.total ?? 0)
  const cost = format.money({ amountMinor: maxPriceMinor, currency: booking.currency })
  return (
    <>
      <OnlineButton
        doing={t`Paying`}
        hasInput={false}
        isQuiet
        kind="pay"
        busy={isBusy}
        busyLabel={<Trans>Paying…</Trans>}
        onClick={() => void run(() => payOverstay({ booking, maxPriceMinor }))}
      >
        <Trans>Pay {cost} now</Trans>
      </OnlineButton>
      {failure !== null && <FailureNote failure={failure} doing={t`Paying`} />}
    </>
  )
}
