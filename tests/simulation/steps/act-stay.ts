import { payOverstay, shortenBooking } from '../../../src/actions/end-of-stay.online.ts'
import { MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import { aBooking, nothing, said, type Tap } from './tap.ts'

/** Whether it is over or not: the provider decides, and takes no more than the driver saw. */
export async function payForOverstay(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const maxPriceMinor = tap.random.pick([50, 5_000, 100_000])
  return said(await payOverstay({ booking, maxPriceMinor }, tap.tab.phone))
}

/** Leaving early, or a shorter stay before it begins. */
export async function shorten(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const newEnd = toInstant(Date.parse(booking.end_time) - 5 * MINUTE_MS * (1 + tap.random.int(12)))
  const minRefundMinor = tap.random.pick([0, 0, 100, 100_000])
  return said(await shortenBooking({ booking, newEnd, minRefundMinor }, tap.tab.phone))
}
