import { tryAgain } from '../actions/requests.online.ts'
import { bookPark, type BookParkInput } from '../actions/bookings.online.ts'
import { withPriceOfNow } from '../actions/parks.online.ts'
import { recordIfBlocked, type WantedStay } from '../actions/proofs.online.ts'
import type { Instant } from '../domain/instant.ts'
import type { Quote, VehicleTypeId } from '../domain/tariff.ts'
import type { Booking } from '../contract/bookings.ts'
import type { Park } from '../contract/parks.ts'
import { ok } from '../lib/result.ts'
import type { EventStay } from './event-stay.ts'
import { useSingleFlight } from './use-single-flight.ts'

export interface ChosenVehicle {
  readonly typeId: VehicleTypeId
  /** Exactly one of these two. */
  readonly vehicleId?: string
  readonly plate?: string
}

export interface BookRequest {
  readonly park: Park
  readonly stay: { readonly from: Instant; readonly until: Instant }
  readonly quote: Quote
  readonly vehicle: ChosenVehicle
  readonly event?: EventStay | undefined
  /** Code of the coupon already deducted from `quote`; null when there is none. */
  readonly couponCode?: string | null
  /** The company that pays; null when the driver pays. */
  readonly companyId?: string | null
}

export interface BookOutcomes {
  readonly onBooked: (code: string) => void
  /** Called when the request with the lost answer turns out to be settled: My Bookings shows the outcome. */
  readonly onSettled: () => void
}

export function toBookInput({
  park,
  stay,
  quote,
  vehicle,
  event,
  couponCode = null,
  companyId = null,
}: BookRequest): BookParkInput {
  const { typeId, ...which } = vehicle
  return {
    parkId: park.id,
    parkName: park.name,
    ...which,
    vehicleTypeId: typeId,
    startMs: stay.from,
    endMs: stay.until,
    quotedTotalMinor: quote.totalMinor,
    tariffVersion: quote.tariffVersion,
    ...(event === undefined ? {} : { event: { code: event.code, grant: event.grant } }),
    ...(couponCode === null ? {} : { couponCode }),
    ...(companyId === null ? {} : { companyId }),
  }
}

/** Returns the stay for the proof that is offered when there is no signal to book with. */
export const toWanted = ({ park, stay, quote, vehicle }: Omit<BookRequest, 'vehicle'> & WithPlate): WantedStay => ({
  parkId: park.id,
  parkName: park.name,
  zone: park.timezone,
  plate: vehicle?.plate ?? null,
  startMs: stay.from,
  endMs: stay.until,
  totalMinor: quote.totalMinor,
  currency: quote.currency,
})

interface WithPlate {
  readonly vehicle: { readonly plate?: string } | null
}

/** One booking at a time, paid from the wallet. */
export function useBook({ onBooked, onSettled }: BookOutcomes) {
  const { failure, isBusy, run } = useSingleFlight<Booking | null>((booking) =>
    booking === null ? onSettled() : onBooked(booking.booking_code),
  )
  const book = (request: BookRequest) =>
    run(() => recordIfBlocked(toWanted(request), withPriceOfNow(request.park.slug, bookPark(toBookInput(request)))))
  const askAgain = (requestId: string) =>
    void run(async () => {
      const answer = await tryAgain(requestId)
      return answer.ok ? ok(answer.value?.kind === 'booking' ? answer.value.booking : null) : answer
    })
  return { failure, isBusy, book, askAgain }
}
