import { must } from '../../src/lib/assert.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { StayBeside } from '../repositories/previous-stays.ts'
import type { Rows } from '../repositories/store.ts'
import { continuedBy, pricedBeside } from '../rules/previous-stay.ts'
import { priceStay } from '../rules/price-stay.ts'
import type { Stay } from '../rules/stay.ts'
import { rateOfRow } from './booking-wire.ts'

/** Returns the stays recorded with a booking: those it continues under the rate it was booked at. */
export function keptStays(
  stays: readonly StayBeside[],
  stay: Stay,
  { rates, version }: Pick<BookablePark, 'rates'> & { readonly version: string },
): readonly StayBeside[] {
  const rate = must(
    rates.find(({ tariff }) => tariff.version === version),
    'the rate of an agreed price',
  )
  return continuedBy(stays, stay, rate.tariff)
}

/**
 * Whether a held space would cost more because of bookings made while its payment ran: its free minutes were then used
 * elsewhere, and the money stays in the wallet. Locks the park. The price of a monthly pass depends on no other stay.
 */
export async function costsMoreNow(
  rows: Pick<Rows, 'listStaysBeside' | 'lockPark'>,
  booking: BookingRow,
  nowMs: number,
): Promise<boolean> {
  const rate = rateOfRow(booking)
  if (rate === null || booking.monthly !== null) return false
  const { park_id: parkId, user_id: userId, plate, booking_id: except } = booking
  await rows.lockPark(parkId)
  const stay = { startMs: booking.start_time, endMs: booking.end_time }
  const stays = await rows.listStaysBeside({ ...stay, parkId, userId, plate, except })
  const { vehicleType: vehicleTypeId, zone: timezone, plan } = rate
  const previousStay = pricedBeside(continuedBy(stays, stay, rate.tariff), rate.tariff)
  const priced = priceStay({ ...stay, rate, timezone, vehicleTypeId, previousStay, plan, nowMs })
  return priced.ok && priced.value.totalMinor > booking.total_minor
}
