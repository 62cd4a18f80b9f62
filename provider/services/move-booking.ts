/**
 * Moves a booking to other times or another car park before the stay begins: one step that never gives more than
 * cancelling and booking again.
 */
import type { InferOutput } from 'valibot'
import type { moveBookingBody } from '../../src/contract/bookings.ts'
import { canMove } from '../../src/domain/booking.ts'
import { refundableOf, refundNow } from '../../src/domain/cancellation.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import { sharesOf } from '../rules/price-stay.ts'
import { settlePrice } from '../rules/agreed-price.ts'
import { planChoices } from './plan-choices.ts'
import type { Refusal } from '../rules/refusal.ts'
import { parseStay, type Stay } from '../rules/stay.ts'
import { MAXIMUM_CODES, toRow } from './book.ts'
import { rateOfRow, toBookingWire } from './booking-wire.ts'
import { type Change, reread } from './change-booking.ts'
import type { BookingDraft, Payer } from './draft-booking.ts'
import { toBookingRefusal } from './refusals.ts'

type Wanted = InferOutput<typeof moveBookingBody>

export interface Moved {
  readonly to: BookingRow
  /** The old booking, cancelled with its refund. */
  readonly from: BookingRow
}

/** Returns the requested times if the booking may be moved and has not changed since the driver saw it. */
function parseMove({ booking, nowMs }: Change, wanted: Wanted): Result<Stay, Refusal> {
  const { start_time: startMs, end_time: endMs, park_id: parkId } = booking
  const allowed = canMove(toBookingWire(booking), toInstant(nowMs))
  if (!allowed.ok) return err({ code: allowed.error })
  if (Date.parse(wanted.base_start_time) !== startMs || Date.parse(wanted.base_end_time) !== endMs)
    return err({ code: 'stale_base' })
  const stay = parseStay(wanted.start_time, wanted.end_time, nowMs)
  if (!stay.ok) return stay
  const isSame = stay.value.startMs === startMs && stay.value.endMs === endMs && wanted.park_id === parkId
  return isSame ? err({ code: 'times_invalid' }) : stay
}

/** The same payer pays for the new booking. */
const payerOf = ({ payer_id: companyId, payer_name: name }: BookingRow): Payer | null =>
  companyId === null || name === null ? null : { companyId, name }

/**
 * Drafts the new booking, without an event: same driver, plate and currency, at the current price, under the new park's
 * lock, so that the stays used for the price cannot change.
 */
async function draftMove(change: Change, wanted: Wanted, stay: Stay): Promise<Result<BookingDraft, Refusal>> {
  const { tx, booking, nowMs } = change
  const { user_id: userId, plate, vehicle_type_id: vehicleTypeId, booking_id: except } = booking
  const park = await tx.findBookablePark(toParkId(wanted.park_id), nowMs)
  if (park === undefined) return err({ code: 'park_not_found' })
  // Each country has its own currency and wallets are per currency, so money paid in one cannot pay in another.
  if (park.currency !== booking.currency) return err({ code: 'currency_mismatch' })
  await tx.lockPark(park.id)
  const stays = await tx.listStaysBeside({ ...stay, parkId: park.id, userId, plate, except })
  const agreed = { totalMinor: wanted.quoted_total, tariffVersion: wanted.tariff_version }
  const plans = planChoices(await tx.listPlanPeriods({ userId, parkId: park.id, nowMs }), { parkId: park.id, nowMs })
  const price = settlePrice({ ...stay, stays, park, vehicleTypeId, agreed, plans, coupon: null, nowMs })
  return price.ok
    ? ok({
        ...{ userId, payer: payerOf(booking), park, stay, plate, vehicleTypeId, price: price.value, stays, plans },
        ...{ event: null, monthly: null, coupon: null },
      })
    : price
}

async function writeMove(change: Change, draft: BookingDraft, refundMinor: number): Promise<Result<Moved, Refusal>> {
  const { tx, booking, sign, nowMs, deps } = change
  const { park, stay, price, userId } = draft
  const { currency } = booking
  await tx.openWallet({ userId, currency, sandbox: deps.config.welcomeCredit, nowMs })
  for (let tried = 0; tried < MAXIMUM_CODES; tried += 1) {
    const made = await toRow({ random: deps.random, sign }, draft, nowMs)
    // The undo deadline counts from when the original booking was made.
    const kept = { moved_from: booking.booking_id, created_at: booking.created_at }
    const {
      park: _park,
      event: _event,
      receipt_number: _receipt,
      booked_rate: _rate,
      payer_name: _payer,
      own_overstay_minor: _own,
      ...row
    } = { ...made, ...kept }
    const { booking_id: bookingId } = booking
    const refused = await tx.moveBooking({ bookingId, refundMinor, row, shares: sharesOf(price), nowMs })
    if (refused === null) {
      const from = await reread(change)
      return from.ok ? ok({ to: await tx.mustBooking(userId, row.booking_id), from: from.value }) : from
    }
    if (refused !== 'code_taken') {
      const charge = { userId, currency, totalMinor: price.totalMinor - refundMinor }
      return err(await toBookingRefusal(tx, refused, { park, stay, nowMs, ...charge }))
    }
  }
  throw new Error(`No free booking code in ${String(MAXIMUM_CODES)} tries`)
}

export async function move(change: Change, wanted: Wanted): Promise<Result<Moved, Refusal>> {
  const { booking, nowMs } = change
  const stay = parseMove(change, wanted)
  if (!stay.ok) return stay
  const draft = await draftMove(change, wanted, stay.value)
  if (!draft.ok) return draft
  const refundMinor = refundNow(refundableOf(toBookingWire(booking), rateOfRow(booking)), toInstant(nowMs))
  if (refundMinor < wanted.min_refund) {
    const amounts = { refund: refundMinor }
    const { currency } = booking
    return err({ code: 'refund_below_minimum', extra: { ...amounts, currency }, amounts, currency })
  }
  return writeMove(change, draft.value, refundMinor)
}
