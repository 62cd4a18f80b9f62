// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { HOUR_MS, type Instant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { quoteStay } from '../../parts/quote-stay.ts'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { Park } from '../../contract/parks.ts'
import { useSearchDraft } from '../../stores/search-draft.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { RadioCard } from '../../ui/choice-field.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './landing.module.css'

/** How long people stay; any other time is chosen at the checkout. */
const HOURS = [1, 2, 4, 8] as const

export interface StayFromNowProps {
  readonly park: Park
  readonly from: Instant
  readonly hours: number
  readonly onChange: (hours: number) => void
}

export const endOf = (from: Instant, hours: number): Instant => toInstant(from + hours * HOUR_MS)

/** What it costs from now on, and the way to the checkout with it. */
export function StayFromNow({ park, from, hours, onChange }: StayFromNowProps) {
  const format = useFormat()
  const now = useNow()
  const name = useId()
  const vehicleTypeId = useSearchDraft((draft) => draft.vehicleTypeId)
  const priceOf = (count: number) => quoteStay(park, { from, until: endOf(from, count), vehicleTypeId })
  const until = endOf(from, hours)
  const chosen = priceOf(hours)
  const times = { zone: park.timezone, now }
  if (park.capacity === null) {
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
      <fieldset className={styles.choices}>
        <legend>
          <Trans>How long from now?</Trans>
        </legend>
        {HOURS.map((count) => {
          const price = priceOf(count)
          const end = format.savedAt(endOf(from, count), times)
          return (
            <RadioCard
              key={count}
              name={name}
              checked={count === hours}
              onChange={() => onChange(count)}
              title={format.duration(count * HOUR_MS)}
              detail={<Trans>until {end}</Trans>}
              icon={price.ok ? <b>{format.money(toMoney(price.value))}</b> : '–'}
            />
          )
        })}
      </fieldset>
      {park.rate.tariff.demo && (
        <p className={styles.small}>
          <Trans>Demo price: no public price is known for this car park.</Trans>
        </p>
      )}
      {chosen.ok ? (
        <ParkHere
          to={routes.checkout.href(park.slug, { fromMs: from, untilMs: until, vehicleTypeId })}
          until={format.savedAt(until, times)}
          total={format.money(toMoney(chosen.value))}
        />
      ) : (
        <Note
          tone="warning"
          icon={<TriangleIcon size={24} />}
          title={<QuoteErrorText error={chosen.error} tariff={park.rate.tariff} />}
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

const toMoney = ({ totalMinor, currency }: { readonly totalMinor: number; readonly currency: Park['currency'] }) => ({
  amountMinor: totalMinor,
  currency,
})
