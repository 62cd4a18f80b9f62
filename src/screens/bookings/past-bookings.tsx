// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { reviewableNow } from '../../domain/review.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import { ParkAgain } from '../../parts/park-again/park-again.tsx'
import type { BookingView } from '../../queries/query.ts'
import { useSession } from '../../queries/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings.module.css'
import { useShownStays } from './booking-filter.tsx'

const PAGE = 10
/** Each offer reads prices and vehicles, so only the first few are rendered. */
const MAX_OFFERS = 3

/** Returns the last stay at each of the most recently used car parks, which are offered again. */
function findOffers(bookings: readonly BookingView[]): ReadonlySet<string> {
  const byPark = new Map<number, string>()
  for (const { park_id: parkId, status, booking_id: id } of bookings)
    if (status === 'active' && !byPark.has(parkId)) byPark.set(parkId, id)
  return new Set([...byPark.values()].slice(0, MAX_OFFERS))
}

export interface PastBookingsProps {
  readonly bookings: readonly BookingView[]
  /** True when nothing else is listed. */
  readonly isAlone: boolean
}

/** Past and cancelled bookings, latest first, a page at a time. */
export function PastBookings({ bookings, isAlone }: PastBookingsProps) {
  const { t } = useLingui()
  const [count, setCount] = useState(PAGE)
  const shown = useShownStays()
  const title = shown === 'all' ? t`Past and cancelled` : shown === 'cancelled' ? t`Cancelled` : t`Past`
  if (bookings.length === 0) return isAlone ? <Nothing /> : null
  const listed = bookings.slice(0, count)
  const offers = findOffers(listed)
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <RowList label={title}>
        {listed.map((booking) => (
          <li key={booking.booking_id}>
            <BookingRow booking={booking} />
            <ReviewLink booking={booking} />
            {offers.has(booking.booking_id) && (
              <div className={styles.pad}>
                <ParkAgain form="small" code={booking.booking_code} />
              </div>
            )}
          </li>
        ))}
      </RowList>
      {bookings.length > PAGE && (
        <div className={styles.pad}>
          <Showing count={listed.length} total={bookings.length} />
          {listed.length < bookings.length && (
            <Button kind="secondary" size="small" onClick={() => setCount(count + PAGE)}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** For a past stay without a review yet. */
function ReviewLink({ booking }: { readonly booking: BookingView }) {
  const session = useSession()
  const now = useNow()
  const isOpen = booking.review === undefined && reviewableNow(booking, now) === 'open'
  if (!isOpen || session.status !== 'ready' || session.value === null || session.value.user.guest === true) return null
  return (
    <p className={styles.pad}>
      <Link to={routes.booking.href(booking.booking_code)}>
        <Trans>Write a review</Trans>
      </Link>
    </p>
  )
}

function Showing({ count, total }: { readonly count: number; readonly total: number }) {
  const format = useFormat()
  const from = format.number(1)
  const to = format.number(count)
  const all = format.number(total)
  return (
    <p role="status">
      <Trans>
        Showing {from} to {to} of {all} entries
      </Trans>
    </p>
  )
}

function Nothing() {
  return (
    <p className={styles.pad}>
      <Trans>No bookings match this filter</Trans>
    </p>
  )
}
