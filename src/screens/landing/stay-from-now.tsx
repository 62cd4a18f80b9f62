// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { takesBookings } from '../../parts/free-spaces.ts'
import { quoteStay } from '../../parts/quote-stay.ts'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'
import { StayPicker, type StayPickerProps } from '../../parts/stay-picker.tsx'
import { useNow } from '../../parts/use-now.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'
import type { Park } from '../../contract/parks.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './landing.module.css'

export interface StayFromNowProps extends Pick<StayPickerProps, 'stay' | 'onChange'> {
  readonly park: Park
}

/** The price of a stay from now, and the link to its checkout. */
export function StayFromNow({ park, stay: times, onChange }: StayFromNowProps) {
  const format = useFormat()
  const now = useNow()
  const stay = { ...times, plan: usePlanTerms(park) }
  const price = quoteStay(park, stay)
  if (!takesBookings(park)) {
    return (
      <Note
        tone="warning"
        icon={<TriangleIcon size={24} />}
        title={<Trans>Nobody says how many spaces this car park has. It cannot be booked here.</Trans>}
      />
    )
  }
  return (
    <>
      <h2>
        <Trans>How long from now?</Trans>
      </h2>
      <StayPicker
        showTimes
        park={park}
        stay={stay}
        onChange={onChange}
        error={price.ok ? undefined : <QuoteErrorText error={price.error} tariff={park.rate.tariff} />}
      />
      {park.rate.tariff.demo && (
        <p className={styles.small}>
          <Trans>Demo price: no public price is known for this car park.</Trans>
        </p>
      )}
      {price.ok && (
        <ParkHere
          to={routes.checkout.href(park.slug, {
            fromMs: stay.from,
            untilMs: stay.until,
            vehicleTypeId: stay.vehicleTypeId,
          })}
          until={format.savedAt(stay.until, { zone: park.timezone, now })}
          total={format.money({ amountMinor: price.value.totalMinor, currency: park.currency })}
        />
      )}
    </>
  )
}

interface ParkHereProps {
  readonly to: string
  readonly until: string
  readonly total: string
}

function ParkHere({ to, until, total }: ParkHereProps) {
  return (
    <Link to={to} {...buttonLook({ wide: true })}>
      <span>
        <Trans>
          Book until {until}, {total}
        </Trans>
      </span>
    </Link>
  )
}
