import { refundableBooking, refundableNoSpace, rulesOf } from '../contract/booked-rate.ts'
import { refundableStay, type Refundable } from '../domain/cancellation.ts'
import type { Instant } from '../domain/instant.ts'
import type { Park } from '../contract/parks.ts'
import type { PlanTerms, PreviousStay, VehicleTypeId } from '../domain/tariff.ts'

/** Refunds for cancelling a booking. */
export { refundableBooking, refundableNoSpace }

export interface WantedStay {
  readonly startMs: Instant
  readonly endMs: Instant
  readonly totalMinor: number
  readonly vehicleType: VehicleTypeId
  readonly previousStay?: PreviousStay | undefined
  readonly plan?: PlanTerms | undefined
}

/** Returns the refund for a cancellation if this stay were booked at `bookedAt`, under the car park's own policy. */
export const refundableWanted = (
  park: Pick<Park, 'rate' | 'timezone'>,
  { vehicleType, previousStay, plan, ...stay }: WantedStay,
  bookedAt: Instant,
): Refundable =>
  refundableStay(
    { ...stay, rate: { ...rulesOf(park.rate), vehicleType, zone: park.timezone, previousStay, plan } },
    bookedAt,
  )

/** Returns whether the car park has a refund policy of its own. */
export const hasOwnPolicy = (park: Pick<Park, 'rate'>): boolean => park.rate.tariff.refund_policy !== undefined
