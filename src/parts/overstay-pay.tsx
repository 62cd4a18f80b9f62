// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { payOverstay } from '../actions/bookings.online.ts'
import { type CompanyRefusal, findCompanyRefusal, findExceededPrice } from '../actions/failures.ts'
import type { Booking } from '../contract/bookings.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'
import { TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import { FailureNote } from './failure-note.tsx'
import { OnlineButton } from './online-button.tsx'
import { useSingleFlight } from './use-single-flight.ts'

export interface OverstayPayProps {
  readonly booking: Booking
  /** The amount owed now, in minor units. */
  readonly dueMinor: number
}

/**
 * Pays from the wallet what is owed for the time after the end: never more than the button says. If the company that
 * pays for the booking refuses, the driver pays.
 */
export function OverstayPay({ booking, dueMinor }: OverstayPayProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  const [refused, setRefused] = useState<CompanyRefusal | null>(null)
  const { company } = booking
  const isPrivate = refused !== null
  // The provider's clock decides: a phone whose clock is behind would keep offering too little.
  const told = failure === null ? undefined : findExceededPrice(failure)
  const maxPriceMinor = Math.max(dueMinor, told?.total ?? 0)
  const cost = format.money({ amountMinor: maxPriceMinor, currency: booking.currency })
  const pay = async () => {
    const result = await payOverstay({ booking, maxPriceMinor, isPrivate })
    if (!result.ok) setRefused(findCompanyRefusal(result.error) ?? refused)
    return result
  }
  return (
    <>
      {isPrivate && (
        <Note
          tone="amber"
          icon={<TriangleIcon size={24} />}
          title={<Trans>{company} doesn’t pay for this</Trans>}
          role="alert"
        >
          <RefusalText refused={refused} /> <Trans>You can pay {cost} from your own wallet.</Trans>
        </Note>
      )}
      <OnlineButton
        doing={t`Paying`}
        hasInput={false}
        isQuiet
        kind="pay"
        busy={isBusy}
        busyLabel={<Trans>Paying…</Trans>}
        onClick={() => void run(pay)}
      >
        {company === undefined && <Trans>Pay {cost} now</Trans>}
        {company !== undefined &&
          (isPrivate ? (
            <Trans>Pay {cost} yourself</Trans>
          ) : (
            <Trans>
              {company} pays {cost}
            </Trans>
          ))}
      </OnlineButton>
      {failure !== null && findCompanyRefusal(failure) === null && <FailureNote failure={failure} doing={t`Paying`} />}
    </>
  )
}

function RefusalText({ refused }: { readonly refused: CompanyRefusal }) {
  switch (refused) {
    case 'company_limit':
      return <Trans>It’s more than your limit with this company.</Trans>
    case 'company_too_low':
      return <Trans>The company’s wallet doesn’t hold enough.</Trans>
    case 'company_plate':
      return <Trans>The company pays for other vehicles.</Trans>
    case 'company_not_found':
      return <Trans>The company doesn’t pay for your parking any more.</Trans>
    default:
      return unreachable(refused)
  }
}
