import type { BookingId, UserId } from '../../src/domain/ids.ts'
import { NO_PREVIOUS_STAY } from '../../src/domain/previous-stay.ts'
import type { Quote } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import type { Result } from '../../src/lib/result.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { StayBeside } from '../repositories/previous-stays.ts'
import type { Rows } from '../repositories/store.ts'
import { type AgreedStay, settlePrice } from '../rules/agreed-price.ts'
import { canContinue, continuedBy, pricedBeside, toldBeside } from '../rules/previous-stay.ts'
import { priceStay } from '../rules/price-stay.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Stay } from '../rules/stay.ts'

export interface BesidePark extends Stay {
  readonly park: Pick<BookablePark, 'id' | 'rates'>
  readonly userId: UserId
  readonly plate: string
  readonly except?: BookingId
}

/** Null where no rate of the park lets a stay continue another. */
export const findStaysBeside = async (
  rows: Pick<Rows, 'listStaysBeside'>,
  { park, ...stay }: BesidePark,
): Promise<readonly StayBeside[] | null> =>
  canContinue(park.rates) ? rows.listStaysBeside({ ...stay, parkId: park.id }) : null

/** As `settlePrice`, with what the stay continues. */
export function settlePriceBeside(
  stays: readonly StayBeside[] | null,
  stay: Omit<AgreedStay, 'previousStay' | 'toldStay'>,
): Result<Quote, Refusal> {
  const current = stay.park.rates[0]
  if (stays === null || current === undefined) return settlePrice(stay)
  const continued = continuedBy(stays, stay, current.tariff)
  return settlePrice({
    ...stay,
    previousStay: pricedBeside(stays),
    toldStay: toldBeside(continued, current.tariff) ?? NO_PREVIOUS_STAY,
  })
}

/** What is written down with a booking: the stays that it continues by the rate that it was booked at. */
export function keptStays(
  stays: readonly StayBeside[] | null,
  stay: Stay,
  { rates, version }: Pick<BookablePark, 'rates'> & { readonly version: string },
): readonly StayBeside[] | null {
  const rate = must(
    rates.find(({ tariff }) => tariff.version === version),
    'the rate of an agreed price',
  )
  return stays === null ? null : continuedBy(stays, stay, rate.tariff)
}

/**
 * Whether a space that was held would cost more by what was booked while its payment ran: its free minutes are then used elsewhere, and
 * the money stays in the wallet. Locks the park.
 */
export async function costsMoreNow(
  rows: Pick<Rows, 'findBookablePark' | 'listStaysBeside' | 'lockPark'>,
  booking: BookingRow,
  nowMs: number,
): Promise<boolean> {
  if (booking.previous_stay === null) return false
  const park = await rows.findBookablePark(booking.park_id, nowMs)
  const rate = park?.rates.find(({ tariff }) => tariff.version === booking.tariff_version)
  if (park === undefined || rate === undefined) return false
  await rows.lockPark(park.id)
  const stay = { startMs: booking.start_time, endMs: booking.end_time }
  const { user_id: userId, plate, vehicle_type_id: vehicleTypeId, booking_id: except } = booking
  const stays = await rows.listStaysBeside({ ...stay, parkId: park.id, userId, plate, except })
  const { timezone } = park
  const priced = priceStay({ ...stay, rate, timezone, vehicleTypeId, previousStay: pricedBeside(stays), nowMs })
  return priced.ok && priced.value.totalMinor > booking.total_minor
}
