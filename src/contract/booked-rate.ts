import { type BookedRate, type Refundable, refundableOf, refundableWithoutSpace } from '../domain/cancellation.ts'
import { mustInstant } from '../domain/instant.ts'
import type { PaidOverstay } from '../domain/overstay.ts'
import type { PaidStay } from '../domain/price-stay.ts'
import { findTakenOff } from '../domain/stay-coupon.ts'
import type { Booking } from './bookings.ts'
import {
  planFromWire,
  previousStayFromWire,
  quoteLinesFromWire,
  tariffFromWire,
  taxFromWire,
} from './tariff-mapping.ts'
import type { PriceRulesWire } from './tariff.ts'

type Stay = Pick<Booking, 'booked_rate' | 'previous_stay' | 'vehicle_type_id'> & {
  readonly park: Pick<Booking['park'], 'timezone'>
}

type Rules = Pick<BookedRate, 'tariff' | 'taxes' | 'plan'>

const known = new WeakMap<PriceRulesWire['tariff'], { readonly wire: PriceRulesWire; readonly rules: Rules }>()

/** Cached per tariff: a screen recalculates every minute, a list for every row, and many rows share one tariff. */
export function rulesOf(wire: PriceRulesWire): Rules {
  const { tariff, taxes, plan } = wire
  const last = known.get(tariff)
  if (last !== undefined && last.wire.taxes === taxes && last.wire.plan === plan) return last.rules
  const rate = { tariff: tariffFromWire(tariff), taxes: taxes.map(taxFromWire) }
  const rules = plan === undefined ? rate : { ...rate, plan: planFromWire(plan) }
  known.set(tariff, { wire, rules })
  return rules
}

/**
 * The rate that prices extending, leaving early and leaving late, regardless of the park's current prices. Returns null
 * for an old row without one.
 */
export function bookedRateOf(booking: Stay): BookedRate | null {
  const { booked_rate: wire, previous_stay: previous, vehicle_type_id: vehicleType, park } = booking
  if (wire === undefined) return null
  const rate = { ...rulesOf(wire), vehicleType, zone: park.timezone }
  return previous === undefined ? rate : { ...rate, previousStay: previousStayFromWire(previous) }
}

/** The price of a booking so far, for an extension; undefined for an event, which has a price of its own. */
export const paidStayOf = ({
  total,
  lines,
  event,
}: Pick<Booking, 'total' | 'lines' | 'event'>): PaidStay | undefined =>
  event === undefined ? { totalMinor: total, taken: findTakenOff(quoteLinesFromWire(lines)) } : undefined

/** The amount paid for time after the end. */
export const paidOverstayOf = ({ overstay }: Pick<Booking, 'overstay'>): PaidOverstay | undefined =>
  overstay === undefined ? undefined : { paidMinor: overstay.paid, until: mustInstant(overstay.until) }

/** The booking in the form that provider and phone calculate refunds from. */
export const refundableBooking = (booking: Booking): Refundable => refundableOf(booking, bookedRateOf(booking))

/** The same for a driver who cancels because there was no space. */
export const refundableNoSpace = (booking: Booking): Refundable =>
  refundableWithoutSpace(booking, bookedRateOf(booking))
