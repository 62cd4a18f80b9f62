import { type BookedRate, type Refundable, refundableOf, refundableWithoutSpace } from '../domain/cancellation.ts'
import { mustInstant } from '../domain/instant.ts'
import type { PaidOverstay } from '../domain/overstay.ts'
import type { Booking } from './bookings.ts'
import { planFromWire, previousStayFromWire, tariffFromWire, taxFromWire } from './tariff-mapping.ts'
import type { PriceRulesWire } from './tariff.ts'

type Stay = Pick<Booking, 'booked_rate' | 'previous_stay' | 'vehicle_type_id'> & {
  readonly park: Pick<Booking['park'], 'timezone'>
}

type Rules = Pick<BookedRate, 'tariff' | 'taxes' | 'plan'>

const known = new WeakMap<PriceRulesWire['tariff'], { readonly wire: PriceRulesWire; readonly rules: Rules }>()

/** The wire shape is read once a tariff: a screen asks again each minute, a list for each of its rows, and of those many have the same. */
export function rulesOf(wire: PriceRulesWire): Rules {
  const { tariff, taxes, plan } = wire
  const last = known.get(tariff)
  if (last !== undefined && last.wire.taxes === taxes && last.wire.plan === plan) return last.rules
  const rate = { tariff: tariffFromWire(tariff), taxes: taxes.map(taxFromWire) }
  const rules = plan === undefined ? rate : { ...rate, plan: planFromWire(plan) }
  known.set(tariff, { wire, rules })
  return rules
}

/** What extending, leaving early and leaving late are priced by, whatever the park asks today. Null where an old row lacks it. */
export function bookedRateOf(booking: Stay): BookedRate | null {
  const { booked_rate: wire, previous_stay: previous, vehicle_type_id: vehicleType, park } = booking
  if (wire === undefined) return null
  const rate = { ...rulesOf(wire), vehicleType, zone: park.timezone }
  return previous === undefined ? rate : { ...rate, previousStay: previousStayFromWire(previous) }
}

/** What was paid for the time after the end. */
export const paidOverstayOf = ({ overstay }: Pick<Booking, 'overstay'>): PaidOverstay | undefined =>
  overstay === undefined ? undefined : { paidMinor: overstay.paid, until: mustInstant(overstay.until) }

/** What a cancel gives back, as provider and phone count it. */
export const refundableBooking = (booking: Booking): Refundable => refundableOf(booking, bookedRateOf(booking))

/** And a cancel of a driver who found no space. */
export const refundableNoSpace = (booking: Booking): Refundable =>
  refundableWithoutSpace(booking, bookedRateOf(booking))
