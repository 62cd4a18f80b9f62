import { takeReviewBack, writeReview } from '../../../src/actions/reviews.ts'
import type { EnqueueResult } from '../../../src/actions/requests.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { STARS } from '../../../src/domain/review.ts'
import type { Result } from '../../../src/lib/result.ts'
import { bookingsOf } from '../oracle/stored.ts'
import { aBooking, nothing, pickFrom, type Tap, userOf } from './tap.ts'

const standingOf = (asked: Result<EnqueueResult, { readonly kind: string }>): string =>
  asked.ok ? asked.value.standing : asked.error.kind

/** Mostly a stay that is over by the phone's clock; sometimes any, because the provider decides. */
function aPastStay(tap: Tap): Booking | undefined {
  const nowMs = tap.tab.phone.clock.now()
  const over = bookingsOf(tap.tab.device, userOf(tap)).filter(({ booking }) => Date.parse(booking.end_time) < nowMs)
  return tap.random.chance(0.9) ? pickFrom(tap.random, over)?.booking : aBooking(tap)
}

/** Writes the first review of a stay, or replaces it. */
export async function review(tap: Tap): Promise<string> {
  const booking = aPastStay(tap)
  if (booking === undefined) return nothing()
  const text = tap.random.pick(['', 'Easy to find', 'Dark'])
  return standingOf(await writeReview({ booking, stars: tap.random.pick(STARS), text }, tap.tab.phone))
}

export async function takeBackReview(tap: Tap): Promise<string> {
  const { random, tab } = tap
  const reviewed = bookingsOf(tab.device, userOf(tap)).filter(({ booking }) => booking.review !== undefined)
  const booking = pickFrom(random, reviewed)?.booking
  return booking === undefined ? nothing() : standingOf(await takeReviewBack(booking, tab.phone))
}
