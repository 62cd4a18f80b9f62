import { useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { askAgain } from '../../actions/ask-again.online.ts'
import { bookPark, type BookParkInput } from '../../actions/book-park.online.ts'
import { loadPark } from '../../actions/load-park.online.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Quote, VehicleTypeId } from '../../domain/tariff.ts'
import type { Result } from '../../lib/result.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Park } from '../../contract/parks.ts'

export interface ChosenVehicle {
  readonly typeId: VehicleTypeId
  /** One of the two. */
  readonly vehicleId?: string
  readonly plate?: string
}

export interface BookRequest {
  readonly park: Park
  readonly stay: { readonly from: Instant; readonly until: Instant }
  readonly quote: Quote
  readonly vehicle: ChosenVehicle
}

export interface BookOutcomes {
  readonly onBooked: (code: string) => void
  /** A lost answer turned out to be settled already: My Bookings shows how. */
  readonly onSettled: () => void
}

export function toBookInput({ park, stay, quote, vehicle }: BookRequest): BookParkInput {
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
  }
}

/** One booking at a time; a second tap while one is under way does nothing. */
export function useBook({ onBooked, onSettled }: BookOutcomes) {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)

  const run = async (ask: () => Promise<Result<Booking | null, ActionError>>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await ask()
    setBusy(false)
    if (!result.ok) setFailure(result.error)
    else if (result.value === null) onSettled()
    else onBooked(result.value.booking_code)
  }

  const book = (request: BookRequest) =>
    run(async () => {
      const result = await bookPark(toBookInput(request))
      // A refusal for the price means that ours is old: the new one is fetched before the driver looks again.
      if (!result.ok && result.error.kind === 'refused' && result.error.code === 'price_changed')
        await loadPark(request.park.slug)
      return result
    })

  return { failure, isBusy, book, askAgain: (intentId: string) => void run(() => askAgain(intentId)) }
}
