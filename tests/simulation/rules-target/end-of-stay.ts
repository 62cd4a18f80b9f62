import { toInstant } from '../../../src/domain/instant.ts'
import { invariant } from '../../../src/lib/assert.ts'
import { countFree, refuseDriver } from './free-cancellations.ts'
import { payForBooking, refundBooking } from './ledger.ts'
import type { Part } from './rows.ts'

/** Twins of pay_overstay and shorten_booking. */
export const endOfStayWrites: Part<'payOverstay' | 'shortenBooking'> = (memory) => {
  const { bookings } = memory
  return {
    payOverstay({ bookingId, paidMinor, untilMs, charge, lines, pass, nowMs }) {
      const row = bookings.must(bookingId)
      invariant(row.overstay_minor === paidMinor && charge.totalMinor > 0, 'an overstay is priced beside what was paid')
      invariant(row.checked_out_at === null, 'an overstay is that of a car that has not left')
      const key = `overstay:${bookingId}:${String(row.version)}`
      const refused = payForBooking(memory, row, { ...charge, key, kind: 'extension', nowMs })
      if (refused !== null) return refused
      bookings.update(bookingId, {
        overstay_minor: row.overstay_minor + charge.totalMinor,
        overstay_until: toInstant(untilMs),
        overstay_lines: [...lines],
        retained_minor: row.retained_minor + charge.totalMinor,
        ...{ pass_text: pass.text, pass_kid: pass.kid, pass_sequence: row.pass_sequence + 1 },
        ...{ version: row.version + 1, updated_at: toInstant(nowMs) },
      })
      return null
    },
    shortenBooking({ bookingId, newEndMs, totalMinor, refundMinor, lines, pass, previousStay, nowMs }) {
      const row = bookings.must(bookingId)
      const givenUp = row.total_minor - totalMinor
      invariant(newEndMs < row.end_time && refundMinor <= givenUp, 'a stay is shortened')
      if (refundMinor > 0 && refundMinor === givenUp) {
        if (refuseDriver(memory, row.user_id, nowMs) !== null) return 'too_many_cancellations'
        countFree(memory, row.user_id, nowMs)
      }
      refundBooking(memory, bookingId, { refundMinor, key: `shortening:${bookingId}:${String(row.version)}`, nowMs })
      bookings.update(bookingId, {
        ...{ end_time: toInstant(newEndMs), total_minor: totalMinor, lines: [...lines], previous_stay: previousStay },
        retained_minor: row.retained_minor + givenUp - refundMinor,
        ...{ pass_text: pass.text, pass_kid: pass.kid, pass_sequence: row.pass_sequence + 1 },
        ...{ version: row.version + 1, updated_at: toInstant(nowMs) },
      })
      return null
    },
  }
}
