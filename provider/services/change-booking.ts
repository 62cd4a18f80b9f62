import { paidStayOf } from '../../src/contract/booked-rate.ts'
import { planToWire, quoteLinesFromWire, quoteLinesToWire } from '../../src/contract/tariff-mapping.ts'
import type { QuoteLineWire } from '../../src/contract/tariff.ts'
import { canCancel, canChangePlate, canRenew, checkExtend } from '../../src/domain/booking.ts'
import {
  type BookedRate,
  policyOf,
  refundableOf,
  refundableWithoutSpace,
  refundNow,
} from '../../src/domain/cancellation.ts'
import { type Instant, toInstant } from '../../src/domain/instant.ts'
import type { ExtensionPrice } from '../../src/domain/price-stay.ts'
import { findTakenOff, takeOff, type TakenOff } from '../../src/domain/stay-coupon.ts'
import type { Quote } from '../../src/domain/tariff.ts'
import { isNoSpaceTrusted } from '../../src/domain/no-space.ts'
import { MAX_PASS_SEQUENCE } from '../../src/domain/pass.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { ProviderDeps } from './deps.ts'
import { settlePrice } from '../rules/agreed-price.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { Rows } from '../repositories/store.ts'
import { rateOfRow, toBookingWire } from './booking-wire.ts'
import { keptStays } from './previous-stay.ts'
import type { SignedPass } from '../repositories/booking-writes.ts'
import type { StayBeside } from '../repositories/previous-stays.ts'
import { continuedBy, pricedBeside } from '../rules/previous-stay.ts'
import { planChoices } from './plan-choices.ts'
import { agreedRate, priceExtension, priceStay, sharesOf } from '../rules/price-stay.ts'
import type { Stay } from '../rules/stay.ts'
import { isLimited, type SignPass } from './pass-signer.ts'
import { toBookingRefusal } from './refusals.ts'

/** A change runs in the caller's transaction, on a booking whose row the caller has locked. */
export interface Change {
  readonly tx: Rows
  readonly deps: Pick<ProviderDeps, 'config' | 'random'>
  /** Obtained before the transaction began. */
  readonly sign: SignPass
  readonly booking: BookingRow
  readonly nowMs: number
}

export type Changed = Promise<Result<BookingRow, Refusal>>

export const reread = async ({ tx, booking }: Change): Promise<Result<BookingRow, Refusal>> =>
  ok(await tx.mustBooking(booking.user_id, booking.booking_id))

export async function signAgain(
  change: Change,
  facts: Partial<Pick<BookingRow, 'start_time' | 'end_time' | 'plate'>>,
): Promise<Result<SignedPass, Refusal>> {
  const { booking, sign } = change
  if (booking.pass_sequence >= MAX_PASS_SEQUENCE) return err({ code: 'sequence_exhausted' })
  const row = { ...booking, ...facts }
  return ok(
    await sign({
      parkId: row.park_id,
      bookingId: row.booking_id,
      bookingCode: row.booking_code,
      sequence: row.pass_sequence + 1,
      startMs: row.start_time,
      endMs: row.end_time,
      vehicleTypeId: row.vehicle_type_id,
      plate: row.plate,
      isLimited: isLimited(row.monthly),
    }),
  )
}

async function findPark({ tx, booking, nowMs }: Change): Promise<Result<BookablePark, Refusal>> {
  const park = await tx.findBookablePark(booking.park_id, nowMs)
  if (park === undefined) return err({ code: 'park_not_found' })
  return park.rates.length === 0 || park.capacity === null ? err({ code: 'park_closed' }) : ok(park)
}

/**
 * Returns lines that add up to the total. When a cheaper package makes the added time free, the lines already paid
 * stay. If other stays of the visit, booked meanwhile, change the price of the added time, the difference becomes a
 * line of its own.
 */
function extendedLines(
  { total_minor: paidMinor, lines }: BookingRow,
  { whole, extra }: ExtensionPrice,
): readonly QuoteLineWire[] {
  const taken = findTakenOff(quoteLinesFromWire(lines))
  if (taken !== undefined && extra.totalMinor > 0) return extendedWithCoupon(whole, taken, paidMinor + extra.totalMinor)
  const continuedMinor = paidMinor + extra.totalMinor - whole.totalMinor
  if (continuedMinor === 0) return quoteLinesToWire(whole.lines)
  if (extra.totalMinor === 0) return lines
  return quoteLinesToWire([...whole.lines, { kind: 'continued', amountMinor: continuedMinor }])
}

/**
 * Charges the added time in full: the coupon's line takes off the same discount as before, plus any rounding remainder.
 */
function extendedWithCoupon(whole: Quote, taken: TakenOff, totalMinor: number): readonly QuoteLineWire[] {
  const less = takeOff(whole, taken)
  const rest = totalMinor - less.totalMinor
  return quoteLinesToWire(
    less.lines.map((line) => (line.kind === 'coupon' ? { ...line, amountMinor: line.amountMinor + rest } : line)),
  )
}

/** Returns the rate of an active booking and, under the park's lock, the current stays beside it. */
export async function rateBeside(
  { tx, booking }: Change,
  { plate, ...stay }: Stay & { readonly plate: string },
): Promise<{ readonly rate: BookedRate; readonly kept: readonly StayBeside[] }> {
  const rate = rateOfRow(booking)
  if (rate === null) throw new Error(`An active booking without its rate: ${booking.booking_id}`)
  await tx.lockPark(booking.park_id)
  const { park_id: parkId, user_id: userId, booking_id: except } = booking
  const stays = await tx.listStaysBeside({ ...stay, plate, parkId, userId, except })
  const kept = continuedBy(stays, stay, rate.tariff)
  return { rate: { ...rate, previousStay: pricedBeside(kept, rate.tariff) }, kept }
}

export interface Extension {
  readonly newEndMs: Instant
  readonly baseEndMs: Instant
  /** The most that the driver agreed to pay for the added time, minor units. */
  readonly maxPriceMinor: number
}

export async function extend(change: Change, wanted: Extension): Changed {
  const { tx, booking, nowMs } = change
  const request = { newEnd: wanted.newEndMs, baseEnd: wanted.baseEndMs, now: toInstant(nowMs) }
  const wire = toBookingWire(booking)
  const checked = checkExtend(wire, request)
  if (!checked.ok) return err({ code: checked.error })
  if (checked.value === 'unchanged') return ok(booking)
  const park = await findPark(change)
  if (!park.ok) return park
  // The booking's own rate, as for leaving early or late: later price changes do not affect a driver who is already
  // parked.
  const { plate } = booking
  const { rate, kept } = await rateBeside(change, { startMs: booking.start_time, endMs: wanted.newEndMs, plate })
  const times = { startMs: booking.start_time, endMs: booking.end_time, newEndMs: wanted.newEndMs }
  const price = priceExtension(rate, { ...times, paid: paidStayOf(wire), nowMs })
  if (!price.ok) return err({ code: price.error })
  const { extra } = price.value
  const { currency } = booking
  if (extra.totalMinor > wanted.maxPriceMinor) {
    return err({
      code: 'max_price_exceeded',
      extra: { total: extra.totalMinor, currency },
      amounts: { total: extra.totalMinor },
      currency,
    })
  }
  const pass = await signAgain(change, { end_time: wanted.newEndMs })
  if (!pass.ok) return pass
  const lines = extendedLines(booking, price.value)
  const facts = {
    bookingId: booking.booking_id,
    charge: extra,
    lines,
    tariffVersion: booking.tariff_version,
    pass: pass.value,
    previousStay: kept,
    nowMs,
  }
  await tx.openWallet({ userId: booking.user_id, currency, sandbox: change.deps.config.welcomeCredit, nowMs })
  const refused = await tx.extendBooking({ ...facts, newEndMs: wanted.newEndMs })
  if (refused === null) return reread(change)
  const stay = { startMs: booking.end_time, endMs: wanted.newEndMs }
  const charge = { userId: booking.user_id, currency, totalMinor: extra.totalMinor }
  return err(await toBookingRefusal(tx, refused, { park: park.value, stay, nowMs, ...charge }))
}

export interface Cancellation {
  /**
   * The least that the driver accepted, minor units; a smaller refund is refused, and the refusal states its amount.
   */
  readonly minRefundMinor: number | undefined
  /** The car found no space: see `domain/no-space`. */
  readonly isNoSpace: boolean
}

/** Returns the refund, and whether it is larger than for an ordinary cancellation because there was no space. */
async function settleRefund(
  { tx, booking, nowMs }: Change,
  isNoSpace: boolean,
): Promise<{ readonly refundMinor: number; readonly isForNoSpace: boolean }> {
  const wire = toBookingWire(booking)
  const rate = rateOfRow(booking)
  const now = toInstant(nowMs)
  const refundMinor = refundNow(refundableOf(wire, rate), now)
  if (!isNoSpace) return { refundMinor, isForNoSpace: false }
  const wholeMinor = refundNow(refundableWithoutSpace(wire, rate), now)
  const { booking_id: bookingId } = booking
  const isForNoSpace = wholeMinor > refundMinor && isNoSpaceTrusted(await tx.readNoSpaceHistory({ bookingId, nowMs }))
  return isForNoSpace ? { refundMinor: wholeMinor, isForNoSpace } : { refundMinor, isForNoSpace }
}

export async function cancel(change: Change, { minRefundMinor, isNoSpace }: Cancellation): Changed {
  const { tx, booking, nowMs } = change
  const allowed = canCancel(toBookingWire(booking), toInstant(nowMs))
  if (!allowed.ok) return err({ code: allowed.error })
  // Nothing was paid while a space is only held.
  const isHeld = booking.hold_until !== null
  const { refundMinor, isForNoSpace } = isHeld
    ? { refundMinor: 0, isForNoSpace: false }
    : await settleRefund(change, isNoSpace)
  const { currency, booking_id: bookingId } = booking
  if (!isHeld && minRefundMinor !== undefined && refundMinor < minRefundMinor) {
    return err({
      code: 'refund_below_minimum',
      extra: { refund: refundMinor, currency },
      amounts: { refund: refundMinor },
      currency,
    })
  }
  if (isForNoSpace) await tx.insertNoSpaceRefund({ bookingId, nowMs })
  // The event was postponed: the driver did not change their mind.
  const ownReason = booking.event_choice === 'open' ? 'event_postponed' : 'driver'
  await tx.cancelBooking({ bookingId, refundMinor, reason: isNoSpace ? 'no_space' : ownReason, nowMs })
  return reread(change)
}

export async function renew(
  change: Change,
  agreed: { readonly totalMinor: number; readonly tariffVersion: string },
): Changed {
  const { tx, booking, nowMs } = change
  const times = canRenew(toBookingWire(booking), toInstant(nowMs))
  if (!times.ok) return err({ code: times.error })
  const park = await findPark(change)
  if (!park.ok) return park
  const stay = { startMs: times.value.start, endMs: times.value.end }
  const { user_id: userId, park_id: parkId, plate, booking_id: except, vehicle_type_id: vehicleTypeId } = booking
  await tx.lockPark(parkId)
  const stays = await tx.listStaysBeside({ ...stay, parkId, userId, plate, except })
  const plans = planChoices(await tx.listPlanPeriods({ userId, parkId, nowMs }), { parkId, nowMs })
  const price = settlePrice({ ...stay, stays, park: park.value, vehicleTypeId, agreed, plans, coupon: null, nowMs })
  if (!price.ok) return price
  const pass = await signAgain(change, { start_time: stay.startMs })
  if (!pass.ok) return pass
  const lines = quoteLinesToWire(price.value.lines)
  const facts = {
    bookingId: booking.booking_id,
    charge: sharesOf(price.value),
    lines,
    tariffVersion: price.value.tariffVersion,
    pass: pass.value,
    previousStay: keptStays(stays, stay, { rates: park.value.rates, version: price.value.tariffVersion }),
    // This is a new purchase, so the terms agreed to at this moment apply.
    refundRules: policyOf(agreedRate(park.value.rates, price.value).tariff),
    plan: price.value.plan === null ? null : planToWire(price.value.plan),
  }
  const charge = { userId: booking.user_id, currency: booking.currency, totalMinor: price.value.totalMinor }
  await tx.openWallet({ ...charge, sandbox: change.deps.config.welcomeCredit, nowMs })
  const refused = await tx.renewBooking({ ...facts, startMs: stay.startMs, nowMs })
  return refused === null
    ? reread(change)
    : err(await toBookingRefusal(tx, refused, { park: park.value, stay, nowMs, ...charge }))
}

/**
 * Returns the stays that the booking continues under its new plate. Refused when it would cost more with that plate
 * than was paid: free minutes that a plate has used here must not be regained by assigning it to another booking. The
 * price under the old plate is not compared, because stays booked beside it meanwhile may be cancelled next.
 */
async function continueBy(change: Change, plate: string): Promise<Result<readonly StayBeside[], Refusal>> {
  const { booking, nowMs } = change
  const stay = { startMs: booking.start_time, endMs: booking.end_time }
  const { rate, kept } = await rateBeside(change, { ...stay, plate })
  const { tariff, taxes, vehicleType: vehicleTypeId, zone: timezone, previousStay, plan } = rate
  const priced = priceStay({ ...stay, rate: { tariff, taxes }, vehicleTypeId, timezone, previousStay, plan, nowMs })
  const taken = findTakenOff(quoteLinesFromWire(booking.lines))
  const less = priced.ok && taken !== undefined ? takeOff(priced.value, taken) : undefined
  const wouldCost = less ?? (priced.ok ? priced.value : undefined)
  if (wouldCost !== undefined && wouldCost.totalMinor > booking.total_minor) return err({ code: 'plate_continues' })
  return ok(kept)
}

/** `plate` is normalised. Setting the same plate again succeeds without effect. */
export async function putPlate(change: Change, plate: string): Changed {
  const { tx, booking, nowMs } = change
  const allowed = canChangePlate(toBookingWire(booking), toInstant(nowMs))
  if (!allowed.ok) return err({ code: allowed.error })
  if (plate === booking.plate) return ok(booking)
  const { payer_id: payerId } = booking
  if (payerId !== null && !(await tx.isCompanyPlate(payerId, plate))) return err({ code: 'company_plate' })
  const continued = booking.monthly === null ? await continueBy(change, plate) : ok(null)
  if (!continued.ok) return continued
  const pass = await signAgain(change, { plate })
  if (!pass.ok) return pass
  const isUnderWay = nowMs >= booking.start_time
  const facts = { bookingId: booking.booking_id, plate, pass: pass.value, nowMs }
  await tx.changePlate({ ...facts, isUnderWay, previousStay: continued.value })
  return reread(change)
}
