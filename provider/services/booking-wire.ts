import type { Booking } from '../../src/contract/bookings.ts'
import { bookedRateOf } from '../../src/contract/booked-rate.ts'
import { tariffFromWire } from '../../src/contract/tariff-mapping.ts'
import { type BookedRate, refundStepsOf } from '../../src/domain/cancellation.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { type Instant, mustInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { multiplyHalfUp } from '../../src/domain/money.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import { photoOnWire } from '../rules/photo-wire.ts'
import { pricedBeside, toldOnWire } from '../rules/previous-stay.ts'

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : toRfc3339(instant))

/** The steps of the park's refund policy in time and money. `refund` is the amount returned at the start of a step. */
const refundPolicy = (row: BookingRow): Booking['refund_policy'] =>
  refundStepsOf(row.refund_rules, { startMs: row.start_time, endMs: row.end_time }).map(({ untilMs, percent }) => ({
    until: toRfc3339(untilMs),
    refund: multiplyHalfUp(row.total_minor, percent, 100),
    percent,
  }))

function previousStay({ previous_stay: stays, booked_rate: rate }: BookingRow): Pick<Booking, 'previous_stay'> {
  return rate === null || stays === null ? {} : toldOnWire(stays, tariffFromWire(rate.tariff))
}

const toOwnReview = ({ photo, ...said }: NonNullable<BookingRow['review']>): NonNullable<Booking['review']> => ({
  ...said,
  ...photoOnWire(photo),
})

const toTime = (text: string): string => toRfc3339(mustInstant(text))

function bookedEvent({ event, event_choice: choice }: BookingRow): Pick<Booking, 'event'> {
  if (event === null) return {}
  const { former_start: formerStart, choose_by: chooseBy } = event
  const times = {
    starts_at: toTime(event.starts_at),
    ends_at: toTime(event.ends_at),
    former_start: formerStart === null ? null : toTime(formerStart),
    parking_from: toTime(event.parking_from),
    parking_until: toTime(event.parking_until),
    choose_by: choice === null || chooseBy === null ? null : toTime(chooseBy),
  }
  return { event: { ...event, ...times } }
}

function overstay({ overstay_minor: paid, overstay_until: until, own_overstay_minor: own }: BookingRow) {
  if (until === null) return {}
  return { overstay: { paid, until: toRfc3339(until), ...(own === 0 ? {} : { own }) } }
}

/**
 * The rate of an active booking, including other drivers' stays, which its driver is not shown. Null when the booking
 * has no rate.
 */
export function rateOfRow(row: BookingRow): BookedRate | null {
  const rate = bookedRateOf(toBookingWire(row))
  return rate === null ? null : { ...rate, previousStay: pricedBeside(row.previous_stay ?? [], rate.tariff) }
}

/** A booking in wire form. There is no pass while the space is held or after cancellation. */
export function toBookingWire(row: BookingRow): Booking {
  const isValid = row.status === 'active' && row.hold_until === null
  return {
    booking_id: row.booking_id,
    booking_code: displayBookingCode(row.booking_code),
    park_id: row.park_id,
    park: row.park,
    vehicle_type_id: row.vehicle_type_id,
    plate: row.plate,
    start_time: toRfc3339(row.start_time),
    end_time: toRfc3339(row.end_time),
    status: row.status,
    total: row.total_minor,
    currency: row.currency,
    lines: row.lines,
    tariff_version: row.tariff_version,
    ...(row.booked_rate === null ? {} : { booked_rate: row.booked_rate }),
    ...previousStay(row),
    refund_policy: refundPolicy(row),
    cancelled_at: timeOrNull(row.cancelled_at),
    cancel_reason: row.cancel_reason,
    refund: row.refund_minor,
    ...overstay(row),
    hold_until: timeOrNull(row.hold_until),
    ...(row.payer_name === null ? {} : { company: row.payer_name }),
    ...(row.moved_from === null ? {} : { moved_from: row.moved_from }),
    ...bookedEvent(row),
    ...(row.product_id === null || row.monthly === null
      ? {}
      : { monthly: { product_id: row.product_id, ...row.monthly } }),
    receipt_number: row.receipt_number,
    pass:
      isValid && row.pass_text !== null && row.pass_kid !== null
        ? { text: row.pass_text, sequence: row.pass_sequence, kid: row.pass_kid }
        : null,
    checked_in_at: timeOrNull(row.checked_in_at),
    checked_out_at: timeOrNull(row.checked_out_at),
    ...(row.review === null ? {} : { review: toOwnReview(row.review) }),
    version: row.version,
    created_at: toRfc3339(row.created_at),
    updated_at: toRfc3339(row.updated_at),
  }
}
