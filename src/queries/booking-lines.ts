import type { Booking } from '../contract/bookings.ts'
import { quoteLinesFromWire } from '../contract/tariff-mapping.ts'
import type { QuoteLine } from '../domain/tariff.ts'

/** The price lines of a saved booking, as the domain names them. */
export const bookingLines = (booking: Pick<Booking, 'lines'>): readonly QuoteLine[] => quoteLinesFromWire(booking.lines)
