import { isDeepStrictEqual } from 'node:util'
import type { BookingChange } from '../../../provider/repositories/booking-writes.ts'
import type { BookingRow } from '../../../provider/repositories/bookings.ts'
import type { BookingId, UserId } from '../../../src/domain/ids.ts'
import { type Instant, toInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { findStored, storeOnce } from './key-rows.ts'
import { payForBooking, refundBooking } from './ledger.ts'
import { byText, type Memory, type StoredBooking, type StoredPark, toUuid } from './memory.ts'
import { briefOf } from './park-rows.ts'
import type { Part } from './rows.ts'
import { countFree, findBookAgainTime, refuseDriver } from './free-cancellations.ts'
import { claimSpace } from './space.ts'
import { listStaysBeside, withUsedPeriod } from './previous-stays.ts'

function bookedRateOf({ rates }: StoredPark, row: StoredBooking): BookingRow['booked_rate'] {
  const known = rates.find(({ tariff }) => tariff.version === row.tariff_version)
  return known === undefined || row.status !== 'active' ? null : { tariff: known.tariff, taxes: [...known.taxes] }
}

/** Without a receipt number, because the job that assigns them does not run here. */
export function toBookingRow({ parks }: Memory, row: StoredBooking): BookingRow {
  const park = parks.must(row.park_id)
  const joined = {
    receipt_number: null,
    booked_rate: bookedRateOf(park, row),
    payer_name: null,
    own_overstay_minor: 0,
    park: briefOf(park),
    event: null,
    review: null,
  }
  return { ...row, ...joined }
}

export function findOwn(memory: Memory, userId: UserId, bookingId: BookingId): BookingRow | undefined {
  const row = memory.bookings.find(toUuid(bookingId))
  return row === undefined || row.user_id !== userId ? undefined : toBookingRow(memory, row)
}

export const bookingReads: Part<'listBookings' | 'findBookingByCode' | 'lockBooking' | 'mustBooking'> = (memory) => ({
  listBookings({ userId, status, page, size }) {
    const listed = memory.bookings.filter(
      (row) => row.user_id === userId && row.hold_until === null && (status === 'all' || row.status === status),
    )
    const newest = listed.toSorted((a, b) => b.start_time - a.start_time || byText(a.booking_id, b.booking_id))
    const shown = newest.slice((page - 1) * size, page * size)
    return { rows: shown.map((row) => toBookingRow(memory, row)), total: listed.length }
  },
  findBookingByCode(userId, code) {
    const row = memory.bookings.all().find((booking) => booking.user_id === userId && booking.booking_code === code)
    return row === undefined ? undefined : toBookingRow(memory, row)
  },
  lockBooking: (userId, bookingId) => findOwn(memory, userId, bookingId),
  mustBooking: (userId, bookingId) => must(findOwn(memory, userId, bookingId), `booking ${bookingId}`),
})

/** Columns that every change of price and times writes. */
const changed = (before: StoredBooking, { lines, tariffVersion, pass, previousStay, nowMs }: BookingChange) => ({
  lines: [...lines],
  tariff_version: tariffVersion,
  pass_text: pass.text,
  pass_kid: pass.kid,
  pass_sequence: before.pass_sequence + 1,
  previous_stay: previousStay,
  version: before.version + 1,
  updated_at: toInstant(nowMs),
})

/** Like the database functions they stand for, they write nothing when they refuse. */
export const bookingWrites: Part<
  'bookParking' | 'extendBooking' | 'renewBooking' | 'cancelBooking' | 'changePlate' | 'findBookAgainTime'
> = (memory) => {
  const { bookings } = memory
  return {
    bookParking({ call, answer, row, shares, stays }) {
      const known = findStored(memory, call)
      if (typeof known === 'string') return { outcome: known }
      if (known !== undefined) return { outcome: 'replay', ...known }
      const nowMs = row.created_at
      const span = { from: row.start_time, to: row.end_time, nowMs }
      const isTaken = (): boolean => bookings.all().some(({ booking_code }) => booking_code === row.booking_code)
      const beside = { parkId: row.park_id, userId: row.user_id, plate: row.plate }
      const isStale = (): boolean =>
        !isDeepStrictEqual(stays, listStaysBeside(memory, { ...beside, startMs: row.start_time, endMs: row.end_time }))
      const charge = { ...shares, key: `booking:${row.booking_id}`, kind: 'booking', nowMs } as const
      const refused =
        refuseDriver(memory, row.user_id, nowMs) ??
        claimSpace(memory, row.park_id, span) ??
        (isStale() ? 'stays_changed' : isTaken() ? 'code_taken' : payForBooking(memory, row, charge))
      if (refused !== null) return { outcome: refused }
      bookings.insert(row.booking_id, row)
      storeOnce(memory, call, { status: 201, body: answer, nowMs })
      return { outcome: 'booked' }
    },
    extendBooking(change) {
      const { charge, nowMs, newEndMs, bookingId } = change
      const row = bookings.must(bookingId)
      const span = { from: row.end_time, to: newEndMs, nowMs, except: bookingId }
      const key = `extension:${bookingId}:${String(row.version)}`
      const refused =
        claimSpace(memory, row.park_id, span) ??
        payForBooking(memory, row, { ...charge, key, kind: 'extension', nowMs })
      if (refused !== null) return refused
      const total_minor = row.total_minor + charge.totalMinor
      bookings.update(bookingId, { ...changed(row, change), end_time: toInstant(newEndMs), total_minor })
      return null
    },
    renewBooking(change) {
      const { charge, nowMs, startMs, bookingId } = change
      const row = bookings.must(bookingId)
      const span = { from: startMs, to: row.end_time, nowMs, except: bookingId }
      const key = `renewal:${bookingId}:${String(row.version)}`
      const refused =
        refuseDriver(memory, row.user_id, nowMs) ??
        claimSpace(memory, row.park_id, span) ??
        payForBooking(memory, row, { ...charge, key, kind: 'booking', nowMs })
      if (refused !== null) return refused
      bookings.update(bookingId, {
        ...changed(row, change),
        ...{ status: 'active', cancelled_at: null, cancel_reason: null, refund_minor: null },
        start_time: toInstant(startMs),
        refund_rules: change.refundRules,
        total_minor: charge.totalMinor,
        earlier_periods: withUsedPeriod(row),
        // An expired unpaid hold costs nothing.
        retained_minor: row.retained_minor + (row.refund_minor === null ? 0 : row.total_minor - row.refund_minor),
      })
      return null
    },
    cancelBooking({ bookingId, refundMinor, reason, nowMs }) {
      const { version, hold_until, user_id, total_minor } = bookings.must(bookingId)
      refundBooking(memory, bookingId, { refundMinor, key: `refund:${bookingId}:${String(version)}`, nowMs })
      const now: Instant = toInstant(nowMs)
      bookings.update(bookingId, {
        ...{ status: 'cancelled', cancel_reason: reason, pass_text: null, pass_kid: null, hold_until: null },
        ...{ cancelled_at: now, updated_at: now, version: version + 1 },
        ...{ overstay_minor: 0, overstay_until: null, overstay_lines: null },
        // A space that was only held was never paid.
        refund_minor: hold_until === null ? refundMinor : null,
      })
      const isDriver = reason === 'driver' || reason === 'no_space'
      if (isDriver && hold_until === null && refundMinor === total_minor) countFree(memory, user_id, nowMs)
    },
    changePlate({ bookingId, plate, isUnderWay, previousStay, pass, nowMs }) {
      const { version, plate: former, former_plates: plates } = bookings.must(bookingId)
      bookings.update(bookingId, {
        ...{ plate, pass_text: pass.text, pass_kid: pass.kid, pass_sequence: pass.sequence },
        ...{ previous_stay: previousStay, former_plates: isUnderWay ? [...plates, former] : plates },
        ...{ version: version + 1, updated_at: toInstant(nowMs) },
      })
    },
    findBookAgainTime: (userId, nowMs) => findBookAgainTime(memory, userId, nowMs),
  }
}
