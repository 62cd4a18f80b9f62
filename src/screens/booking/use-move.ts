import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findNewRefund } from '../../actions/failures.ts'
import { moveBooking } from '../../actions/bookings.online.ts'
import { loadPark, withPriceOfNow } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { START_TOLERANCE_MINUTES } from '../../domain/booking.ts'
import { refundInMinute } from '../../domain/cancellation.ts'
import { type Instant, MINUTE_MS, mustInstant } from '../../domain/instant.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useContinuedStay } from '../../parts/use-continued-stay.ts'
import { useNow } from '../../parts/use-now.ts'
import { refundableBooking } from '../../queries/price-cancel.ts'
import { pricePark } from '../../queries/price-park.ts'
import type { BookingView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { usePark } from '../../queries/use-park.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'

export interface MoveStay {
  readonly from: Instant
  readonly until: Instant
}

/** State of the move dialog: the chosen stay, its price next to the refund, and the move itself. */
export function useMove(booking: BookingView, onClose: () => void) {
  const now = useNow()
  const navigate = useNavigate()
  const change = useSingleFlight(onClose)
  const { failure } = change
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  const [slug, setSlug] = useState(booking.park.slug)
  const [stay, setStay] = useState<MoveStay>({ from: start, until: end })
  const park = useFreshPark(slug)
  const saved = park.status === 'ready' ? park.value : null
  const wanted = { ...stay, plate: booking.plate, bookingId: booking.booking_id }
  const previousStay = useContinuedStay(saved, wanted, failure)
  const isAbroad = saved !== null && saved.currency !== booking.currency
  const span = { fromMs: stay.from, untilMs: stay.until }
  const plan = usePlanTerms(saved)
  const priced = { ...span, vehicleTypeId: booking.vehicle_type_id, previousStay, plan }
  const quoted = saved === null || isAbroad ? null : pricePark(saved, priced)
  const price = quoted?.ok === true ? quoted.value : null
  const told = failure === null ? undefined : findNewRefund(failure)
  const refundMinor = Math.min(refundInMinute(refundableBooking(booking), now), told?.refund ?? Infinity)
  const isChanged = slug !== booking.park.slug || stay.from !== start || stay.until !== end
  const isPast = stay.from < now - START_TOLERANCE_MINUTES * MINUTE_MS
  const move = () =>
    change.run(async () => {
      if (saved === null || price === null) return loadPark(slug)
      const { totalMinor: quotedTotalMinor, tariffVersion } = price
      const quotes = { quotedTotalMinor, tariffVersion, minRefundMinor: refundMinor }
      const moved = moveBooking({ booking, park: saved, startMs: stay.from, endMs: stay.until, ...quotes })
      const result = await withPriceOfNow(slug, moved)
      if (result.ok) void navigate(routes.booking.href(result.value.booking_code), { replace: true })
      return result
    })
  return {
    ...{ slug, setSlug, stay, setStay, move, failure, isBusy: change.isBusy },
    ...{ park, saved, previousStay, plan, quoted, price, refundMinor, isChanged, isPast, isAbroad },
    differenceMinor: price === null ? 0 : price.totalMinor - refundMinor,
    isPossible: isChanged && !isPast && price !== null,
  }
}

/** The saved car park at once, refreshed when there is a connection. */
function useFreshPark(slug: string): ReturnType<typeof usePark> {
  const isOffline = useConnection().state === 'offline'
  useEffect(() => {
    if (!isOffline) void loadPark(slug)
  }, [slug, isOffline])
  return usePark(slug)
}
