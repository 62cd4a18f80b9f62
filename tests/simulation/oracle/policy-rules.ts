import { bookedRateOf } from '../../../src/contract/booked-rate.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { refundableOf, refundNow, refundStepsOf } from '../../../src/domain/cancellation.ts'
import { mustInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import type { RefundPolicy } from '../../../src/domain/tariff-types.ts'
import type { ServerState } from '../target.ts'
import { hold } from './violation.ts'

/** The world's own record of the refund policy of each version of a car park's tariff. */
export type PolicyOf = (parkId: number, version: string) => RefundPolicy

type Steps = Booking['refund_policy']

const stepsBy = (policy: RefundPolicy, { start_time, end_time }: Booking): Steps =>
  refundStepsOf(policy, { startMs: mustInstant(start_time), endMs: mustInstant(end_time) }).map(
    ({ untilMs, percent }) => ({ until: toRfc3339(untilMs), percent, refund: 0 }),
  )

const textOf = (steps: Steps): string =>
  JSON.stringify(steps.map(({ until, percent }) => [mustInstant(until), percent]))

/** A booking keeps the policy of the tariff version it was booked at, whatever the car park chooses later. */
function checkKept(booking: Booking, policyOf: PolicyOf): void {
  const version = booking.booked_rate?.tariff.version
  if (version === undefined || booking.monthly !== undefined) return
  const meant = stepsBy(policyOf(booking.park_id, version), booking)
  hold(textOf(booking.refund_policy) === textOf(meant), 'a booking keeps the policy that it was made with', () =>
    JSON.stringify(booking),
  )
}

/** A cancellation refunds exactly what that policy gives at that moment. */
function checkCancelled(before: Booking, after: Booking, policyOf: PolicyOf): void {
  const { cancelled_at: at, refund } = after
  const version = before.booked_rate?.tariff.version
  const isCancel = before.status === 'active' && after.status === 'cancelled' && after.version === before.version + 1
  const isHeld = (before.hold_until ?? null) !== null
  if (!isCancel || isHeld || after.cancel_reason !== 'driver' || version === undefined) return
  if (at === null || at === undefined) return
  const meant = { ...before, refund_policy: stepsBy(policyOf(before.park_id, version), before) }
  const minor = refundNow(refundableOf(meant, bookedRateOf(before)), mustInstant(at))
  hold(refund === minor, 'a cancel gives back what the booking’s policy says', () =>
    JSON.stringify({ before, refund, minor }),
  )
}

export function checkPolicies(before: ServerState, after: ServerState, policyOf: PolicyOf): void {
  const known = new Map(before.bookings.map(({ booking }) => [booking.booking_id, booking]))
  for (const { booking } of after.bookings) {
    checkKept(booking, policyOf)
    const was = known.get(booking.booking_id)
    if (was !== undefined) checkCancelled(was, booking, policyOf)
  }
}
