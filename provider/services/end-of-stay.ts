/**
 * Shortening a stay, and paying for overstays. Both run in the caller's transaction, on a booking whose row the caller
 * has locked.
 */
import { hoursFromWire, quoteLinesFromWire, quoteLinesToWire } from '../../src/contract/tariff-mapping.ts'
import { checkShorten, leewayOf } from '../../src/domain/booking.ts'
import { refundableOf, shortenedNow } from '../../src/domain/cancellation.ts'
import { type Instant, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { type Opening, openingsOf } from '../../src/domain/monthly-pass.ts'
import { coveredUntil, findOverstay, leaveByOf, type OverstayInput, overUntil } from '../../src/domain/overstay.ts'
import { localDayNumber } from '../../src/domain/zone.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import { priceStay, type Shares, sharesOf } from '../rules/price-stay.ts'
import type { Refusal } from '../rules/refusal.ts'
import { rateOfRow, toBookingWire } from './booking-wire.ts'
import { type Change, type Changed, rateBeside, reread, signAgain } from './change-booking.ts'
import { bookAgainLater, walletTooLow } from './refusals.ts'

const paidOf = (booking: BookingRow): OverstayInput['paid'] =>
  booking.overstay_until === null ? undefined : { paidMinor: booking.overstay_minor, until: booking.overstay_until }

/** The unpaid remainder of the shares for the time after the end; rounding never takes from the park. */
function shareOfDue(whole: Shares, paid: Shares, dueMinor: number): Shares {
  const feesMinor = Math.min(dueMinor, Math.max(0, whole.feesMinor - paid.feesMinor))
  const taxMinor = Math.min(dueMinor - feesMinor, Math.max(0, whole.taxMinor - paid.taxMinor))
  return { totalMinor: dueMinor, feesMinor, taxMinor }
}

const PASS_STEP_MS = 5 * MINUTE_MS

/** A pass expresses its end in five-minute steps from its start. */
const passEnd = ({ start_time: start, end_time: end }: BookingRow, until: Instant): Instant =>
  toInstant(Math.max(end + PASS_STEP_MS, start + Math.floor((until - start) / PASS_STEP_MS) * PASS_STEP_MS))

interface Owed {
  readonly charge: Shares
  readonly until: Instant
  readonly lines: BookingRow['lines']
}

/** After a monthly pass, overstay is counted from its last opening, as at the gate. */
function lastSpanOf({ start_time: start, end_time: end, monthly, park }: BookingRow): Opening {
  if (monthly === null) return { start, end }
  const openings = openingsOf(hoursFromWire(monthly.hours), localDayNumber(start, park.timezone), park.timezone)
  return must(openings.at(-1), 'last opening')
}

/** Returns what is owed now, beyond what was already paid for the time after the end. Null when nothing is owed. */
async function findOwed(change: Change): Promise<Result<Owed | null, Refusal>> {
  const { booking, nowMs } = change
  const rate = rateOfRow(booking)
  if (rate === null) return err({ code: 'park_closed' })
  const paid = paidOf(booking)
  const { graceMinutes } = leewayOf(booking.park)
  const { end_time: end } = booking
  const leaveBy = leaveByOf(end, { paid, graceMinutes })
  if (nowMs < leaveBy) return ok(null)
  const overMs = overUntil(end, await change.tx.listLaterStays(booking), toInstant(nowMs))
  if (overMs < leaveBy) return ok(null)
  const input: OverstayInput = {
    ...lastSpanOf(booking),
    now: overMs,
    zone: rate.zone,
    vehicleType: rate.vehicleType,
    rate,
    paid,
  }
  const { quote, dueMinor } = findOverstay(input)
  if (quote === null || dueMinor === null) return err({ code: 'park_closed' })
  if (dueMinor === 0) return ok(null)
  const paidLines = quoteLinesFromWire(booking.overstay_lines ?? [])
  const paidShares = sharesOf({ lines: paidLines, totalMinor: booking.overstay_minor })
  return ok({
    charge: shareOfDue(sharesOf(quote), paidShares, dueMinor),
    until: coveredUntil(input, quote.totalMinor),
    lines: quoteLinesToWire(quote.lines),
  })
}

export interface OverstayOffer {
  readonly maxPriceMinor: number
  /** Pay from the driver's own wallet, even if a company pays for the booking. */
  readonly isPrivate: boolean
}

/**
 * Pays what is owed at this moment for the time after the end. Of two requests, the second finds nothing owed and pays
 * nothing. A car that was let out owes nothing here: the attendant settled with its driver.
 */
export async function payOverstay(change: Change, { maxPriceMinor, isPrivate }: OverstayOffer): Changed {
  const { tx, booking, nowMs } = change
  if (booking.status !== 'active') return err({ code: 'booking_not_active' })
  if (booking.checked_out_at !== null) return err({ code: 'car_left' })
  const owed = await findOwed(change)
  if (!owed.ok) return owed
  if (owed.value === null) return ok(booking)
  const { charge, until, lines } = owed.value
  const { currency } = booking
  const { totalMinor: total } = charge
  if (total > maxPriceMinor)
    return err({ code: 'max_price_exceeded', extra: { total, currency }, amounts: { total }, currency })
  const pass = await signAgain(change, { end_time: passEnd(booking, until) })
  if (!pass.ok) return pass
  const { booking_id: bookingId, overstay_minor: paidMinor, user_id: userId } = booking
  await tx.openWallet({ userId, currency, sandbox: change.deps.config.welcomeCredit, nowMs })
  const facts = { bookingId, paidMinor, untilMs: until, charge, isPrivate, lines, pass: pass.value, nowMs }
  const refused = await tx.payOverstay(facts)
  if (refused === null) return reread(change)
  const isDrivers = refused === 'wallet_too_low' || refused === 'wallet_missing'
  return err(isDrivers ? await walletTooLow(tx, { userId, currency, totalMinor: total }) : { code: refused })
}

export interface Shorter {
  readonly newEndMs: Instant
  readonly baseEndMs: Instant
  /** The smallest refund that the driver accepted, minor units. */
  readonly minRefundMinor: number
}

/**
 * Ends a booking earlier. The remainder is priced beside the current stays, so a stay that was cheap beside a longer
 * one remains paid for.
 */
export async function shorten(change: Change, wanted: Shorter): Changed {
  const { tx, booking, nowMs } = change
  const wire = toBookingWire(booking)
  const now = toInstant(nowMs)
  const checked = checkShorten(wire, { newEnd: wanted.newEndMs, baseEnd: wanted.baseEndMs, now })
  if (!checked.ok) return err({ code: checked.error })
  if (checked.value === 'unchanged') return ok(booking)
  const { plate, start_time: startMs, currency, user_id: userId } = booking
  const { rate, kept } = await rateBeside(change, { startMs, endMs: wanted.newEndMs, plate })
  const { vehicleType: vehicleTypeId, zone: timezone, previousStay } = rate
  const stay = { startMs, endMs: wanted.newEndMs, rate, vehicleTypeId, timezone, previousStay, nowMs }
  const priced = priceStay(stay)
  if (!priced.ok) return err({ code: priced.error })
  const { refundMinor, keptMinor } = shortenedNow(refundableOf(wire, rate), wanted.newEndMs, now)
  if (refundMinor < wanted.minRefundMinor) {
    const amounts = { refund: refundMinor }
    return err({ code: 'refund_below_minimum', extra: { ...amounts, currency }, amounts, currency })
  }
  const pass = await signAgain(change, { end_time: wanted.newEndMs })
  if (!pass.ok) return pass
  const refused = await tx.shortenBooking({
    ...{ bookingId: booking.booking_id, newEndMs: wanted.newEndMs, totalMinor: keptMinor, refundMinor, nowMs },
    // Otherwise the remainder's price differs from what is kept, so the original lines stay.
    lines: priced.value.totalMinor === keptMinor ? quoteLinesToWire(priced.value.lines) : booking.lines,
    pass: pass.value,
    previousStay: kept,
  })
  return refused === null ? reread(change) : err(await bookAgainLater(tx, { userId, timezone, nowMs }))
}
