import { useMemo } from 'react'
import { bookedRateOf, paidStayOf } from '../contract/booked-rate.ts'
import type { Booking } from '../contract/bookings.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { type PriceAt, rememberPrices } from '../domain/next-step.ts'
import { extendedPrice, type StayError } from '../domain/price-stay.ts'
import { type StayBounds, stayBounds } from '../domain/stay-bounds.ts'
import type { Result } from '../lib/result.ts'
import { useBookings } from './use-bookings.ts'
import { previousStayOfBooking } from './use-previous-stay.ts'

/**
 * Returns the price of a later end, minor units; null when an old row on this phone lacks its booked rate. `bookings`
 * are the driver's: one that the later end reaches is part of the same visit.
 */
export function priceExtension(
  booking: Booking,
  newEnd: Instant,
  bookings: readonly Booking[] = [],
): Result<number, StayError> | null {
  const rate = bookedRateOf(booking)
  if (rate === null) return null
  const priced = extendedPrice({
    ...rate,
    previousStay: previousStayOfBooking(booking, newEnd, bookings),
    from: mustInstant(booking.start_time),
    to: mustInstant(booking.end_time),
    newEnd,
    paid: paidStayOf(booking),
  })
  return priced.ok ? { ok: true, value: priced.value.extra.totalMinor } : priced
}

export function useExtensionPrice(booking: Booking, newEnd: Instant): Result<number, StayError> | null {
  const bookings = useBookings()
  return priceExtension(booking, newEnd, bookings.status === 'ready' ? bookings.value : [])
}

export interface Extensions {
  readonly priceAt: PriceAt
  /** Bounds of the whole stay. */
  readonly bounds: StayBounds
}

/** Returns the price of every later end, for the ruler; null when an old row on this phone lacks its booked rate. */
export function useExtensions(booking: Booking): Extensions | null {
  const bookings = useBookings()
  return useMemo(() => {
    const rate = bookedRateOf(booking)
    if (rate === null) return null
    const others = bookings.status === 'ready' ? bookings.value : []
    return {
      priceAt: rememberPrices((until) => {
        const price = priceExtension(booking, until, others)
        return price?.ok === true ? price.value : null
      }),
      bounds: stayBounds({ from: mustInstant(booking.start_time), zone: rate.zone }, rate.tariff),
    }
  }, [booking, bookings])
}
