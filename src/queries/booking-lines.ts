import type { Booking } from '../contract/bookings.ts'
import { quoteLinesFromWire } from '../contract/tariff-mapping.ts'
import type { QuoteLine } from '../domain/tariff.ts'

/** Returns the price lines of a saved booking as domain types. */
export const bookingLines = (booking: Pick<Booking, 'lines'>): readonly QuoteLine[] => quoteLinesFromWire(booking.lines)
