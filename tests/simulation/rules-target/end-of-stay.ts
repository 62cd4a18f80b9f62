import { toInstant } from '../../../src/domain/instant.ts'
import { invariant } from '../../../src/lib/assert.ts'
import { countFree, refuseDriver } from './free-cancellations.ts'
import { payForBooking, refundBooking, walletIdOf } from './ledger.ts'
import type { Part } from './rows.ts'
import { claimSpace } from './space.ts'

/** Counterparts of pay_overstay, shorten_booking and move_booking. */
export const endOfStayWrites: Part<'payOverstay' | 'shortenBooking' | 'moveBooking'> = (memory) => {
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
    moveBooking({ bookingId, refundMinor, row, shares, nowMs }) {
      const old = bookings.must(bookingId)
      const isOfOne = row.user_id === old.user_id && row.currency === old.currency && row.moved_from === bookingId
      invariant(isOfOne, 'a booking is moved')
      if (refuseDriver(memory, old.user_id, nowMs) !== null) return 'too_many_cancellations'
      const span = { from: row.start_time, to: row.end_time, nowMs, except: bookingId }
      const full = claimSpace(memory, row.park_id, span)
      if (full !== null) return full
      if (bookings.all().some(({ booking_code: code }) => code === row.booking_code)) return 'code_taken'
      const wallet = memory.wallets.find(walletIdOf(old.user_id, old.currency))
      if (row.total_minor > 0 && wallet === undefined) return 'wallet_missing'
      if (row.total_minor > 0 && (wallet?.balance_minor ?? 0) + refundMinor < row.total_minor) return 'wallet_too_low'
      refundBooking(memory, bookingId, { refundMinor, key: `refund:${bookingId}:${String(old.version)}`, nowMs })
      const now = toInstant(nowMs)
      bookings.update(bookingId, {
        ...{ status: 'cancelled', cancel_reason: 'moved', pass_text: null, pass_kid: null },
        ...{ refund_minor: refundMinor, cancelled_at: now, updated_at: now, version: old.version + 1 },
      })
      const key = `booking:${row.booking_id}`
      const refused = payForBooking(memory, row, { ...shares, key, kind: 'booking', nowMs })
      invariant(refused === null, 'the price of a move is in the wallet')
      bookings.insert(row.booking_id, row)
      if (refundMinor === old.total_minor) countFree(memory, old.user_id, nowMs)
      return null
    },
  }
}
