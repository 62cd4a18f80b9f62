import { moveBooking, payOverstay, shortenBooking } from '../../../src/actions/bookings.online.ts'
import { MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import { nextMinute } from '../world/timeline.ts'
import { aBooking, nothing, said, type Tap } from './tap.ts'

/** Whether or not the stay is over: the provider decides, and charges no more than the driver saw. */
export async function payForOverstay(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const maxPriceMinor = tap.random.pick([50, 5_000, 100_000])
  return said(await payOverstay({ booking, maxPriceMinor }, tap.tab.phone))
}

/** Leaves early, or shortens a stay before it begins. */
export async function shorten(tap: Tap): Promise<string> {
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const newEnd = toInstant(Date.parse(booking.end_time) - 5 * MINUTE_MS * (1 + tap.random.int(12)))
  const minRefundMinor = tap.random.pick([0, 0, 100, 100_000])
  return said(await shortenBooking({ booking, newEnd, minRefundMinor }, tap.tab.phone))
}

/** Moves to other times, to another car park or to both; sometimes to a stay longer than the wallet can pay. */
export async function move(tap: Tap): Promise<string> {
  const { world, random, tab } = tap
  const booking = aBooking(tap)
  if (booking === undefined) return nothing()
  const { parks } = world.provider.server
  const current = parks.findIndex(({ id }) => id === booking.park_id)
  const parkIndex = random.chance(0.5) ? current : random.int(parks.length)
  const park = parks[parkIndex]
  if (park === undefined) return nothing()
  const minutes = random.pick([30, 60, 90, 120, 24 * 60])
  const startMs = toInstant(
    random.chance(0.4)
      ? Date.parse(booking.start_time)
      : nextMinute(world.timeline.now()) + MINUTE_MS * random.int(240),
  )
  const wanted = {
    startMs,
    endMs: toInstant(startMs + minutes * MINUTE_MS),
    quotedTotalMinor: world.provider.priceOf(parkIndex, minutes),
    tariffVersion: world.provider.tariffVersion(parkIndex),
    minRefundMinor: random.pick([0, 0, booking.total, 100_000]),
  }
  return said(await moveBooking({ booking, park, ...wanted }, tab.phone))
}
