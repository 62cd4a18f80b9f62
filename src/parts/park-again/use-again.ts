import { useEffect } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { refreshPark } from '../../actions/connection.online.ts'
import { normalisePlate } from '../../domain/plate.ts'
import type { BookingView } from '../../queries/query.ts'
import { useKeptParks } from '../../queries/use-kept-parks.ts'
import { usePlanTerms } from '../../queries/use-plans.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { quoteStay } from '../quote-stay.ts'
import { useContinuedStay } from '../use-continued-stay.ts'
import { useNow } from '../use-now.ts'
import { againFrom } from './last-stay.ts'

/**
 * Returns the stay as it would be booked now, at the same price as everywhere else. Null until its car park is on this
 * phone.
 */
export function useAgain(booking: BookingView, failure: ActionError | null = null) {
  const now = useNow()
  const parks = useKeptParks([booking.park_id])
  const vehicles = useVehicles()
  const park = parks.status === 'ready' ? (parks.value.get(booking.park_id) ?? null) : null
  const isMissing = parks.status === 'ready' && park === null
  const { slug } = booking.park
  useEffect(() => {
    if (isMissing) void refreshPark(slug)
  }, [isMissing, slug])
  const { plate, vehicle_type_id: vehicleTypeId } = booking
  const times = againFrom(booking, now)
  const previousStay = useContinuedStay(park, { ...times, plate }, failure)
  const plan = usePlanTerms(park)
  if (park === null || vehicles.status !== 'ready') return null
  const stay = { ...times, vehicleTypeId, previousStay, plan }
  const vehicle = vehicles.value.find((saved) => saved.plate_normalised === normalisePlate(plate))
  return { park, stay, price: quoteStay(park, stay), plate, vehicleId: vehicle?.id }
}

export type Again = NonNullable<ReturnType<typeof useAgain>>
