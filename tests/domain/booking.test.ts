import { describe, expect, test } from 'vitest'
import {
  accessWindow,
  bookingPhase,
  phaseEndsAt,
  canCancel,
  canChangePlate,
  canExtend,
  canRenew,
  checkExtend,
  checkTimes,
  undoUntil,
  type BookingStatus,
} from '../../src/domain/booking.ts'
import { at } from './support/tariffs.ts'

const noon = (minutes: number): string => new Date(Date.UTC(2026, 10, 21, 12) + minutes * 60_000).toISOString()
const after = (minutes: number) => at(noon(minutes))
/** Noon to two. */
const bookingOf = (status: BookingStatus = 'active') => ({ status, start_time: noon(0), end_time: noon(120) })

test('the phase follows from the times', () => {
  const phases = [-1, 0, 119, 120, 129, 130].map((minutes) => bookingPhase(bookingOf(), after(minutes)))
  expect(phases).toEqual(['upcoming', 'running', 'running', 'grace', 'grace', 'ended'])
  expect(bookingPhase(bookingOf('cancelled'), after(10))).toBe('cancelled')
  expect(bookingPhase({ ...bookingOf(), park: { grace_minutes: 0 } }, after(125))).toBe('ended')
})

test('the gate is open from 15 minutes before the start to 10 after the end, unless the park says otherwise', () => {
  expect(accessWindow(bookingOf())).toEqual({ fromMs: after(-15), toMs: after(130) })
  expect(accessWindow({ ...bookingOf(), park: { grace_minutes: 5, arrival_minutes: 60 } })).toEqual({
    fromMs: after(-60),
    toMs: after(125),
  })
})

test('each phase ends where the next begins; the last ones never do', () => {
  const ends = [-1, 0, 119, 120, 129, 130].map((minutes) => phaseEndsAt(bookingOf(), after(minutes)))
  expect(ends).toEqual([after(0), after(120), after(120), after(130), after(130), null])
  expect(phaseEndsAt(bookingOf('cancelled'), after(10))).toBeNull()
})

describe('times of a new booking', () => {
  const check = (startMinutes: number, endMinutes: number) =>
    checkTimes({ start: after(startMinutes), end: after(endMinutes) }, after(0))

  test('a whole minute and a multiple of five minutes', () => {
    expect(check(1, 61).ok).toBe(true)
    expect(check(1, 62)).toEqual({ ok: false, error: 'times_invalid' })
    expect(check(1.5, 61.5)).toEqual({ ok: false, error: 'times_invalid' })
  })

  test('not inverted and not past, with a few minutes for the tap', () => {
    expect(check(60, 60)).toEqual({ ok: false, error: 'end_not_after_start' })
    expect(check(60, 30)).toEqual({ ok: false, error: 'end_not_after_start' })
    expect(check(-5, 55).ok).toBe(true)
    expect(check(-6, 54)).toEqual({ ok: false, error: 'start_in_past' })
  })
})

describe('extend', () => {
  test('later only, in steps, from the end that the driver saw', () => {
    const booking = bookingOf()
    expect(checkExtend(booking, { newEnd: after(150), baseEnd: after(120), now: after(0) })).toEqual({
      ok: true,
      value: 'extended',
    })
    expect(checkExtend(booking, { newEnd: after(90), now: after(0) })).toEqual({
      ok: false,
      error: 'end_not_after_start',
    })
    expect(checkExtend(booking, { newEnd: after(151), now: after(0) })).toEqual({ ok: false, error: 'times_invalid' })
    expect(checkExtend(booking, { newEnd: after(150), baseEnd: after(110), now: after(0) })).toEqual({
      ok: false,
      error: 'stale_base',
    })
  })

  test('an equal end is a success without effect, however late it is asked for', () => {
    expect(checkExtend(bookingOf(), { newEnd: after(120), baseEnd: after(60), now: after(900) })).toEqual({
      ok: true,
      value: 'unchanged',
    })
  })

  test('within the grace, not after it, and never once cancelled', () => {
    expect(checkExtend(bookingOf(), { newEnd: after(180), now: after(129) }).ok).toBe(true)
    expect(checkExtend(bookingOf(), { newEnd: after(180), now: after(130) })).toEqual({
      ok: false,
      error: 'grace_over',
    })
    expect(checkExtend(bookingOf('cancelled'), { newEnd: after(180), now: after(0) })).toEqual({
      ok: false,
      error: 'booking_not_active',
    })
    expect([
      canExtend(bookingOf(), after(129)).ok,
      canExtend(bookingOf(), after(130)).ok,
      canExtend(bookingOf('cancelled'), after(0)).ok,
    ]).toEqual([true, false, false])
  })
})

test('a booking is cancelled until its end', () => {
  expect(canCancel(bookingOf(), after(119)).ok).toBe(true)
  expect(canCancel(bookingOf(), after(120))).toEqual({ ok: false, error: 'booking_ended' })
  expect(canCancel(bookingOf('cancelled'), after(0))).toEqual({ ok: false, error: 'booking_not_active' })
})

describe('renew', () => {
  test('only a cancelled booking whose end is ahead', () => {
    expect(canRenew(bookingOf(), after(0))).toEqual({ ok: false, error: 'booking_not_cancelled' })
    expect(canRenew(bookingOf('cancelled'), after(116))).toEqual({ ok: false, error: 'booking_ended' })
    expect(canRenew(bookingOf('cancelled'), after(500))).toEqual({ ok: false, error: 'booking_ended' })
  })

  test('starts at the old start, or at the next moment that leaves whole steps', () => {
    expect(canRenew(bookingOf('cancelled'), after(-30))).toEqual({
      ok: true,
      value: { start: after(0), end: after(120) },
    })
    expect(canRenew(bookingOf('cancelled'), after(31.5))).toEqual({
      ok: true,
      value: { start: after(35), end: after(120) },
    })
    expect(canRenew(bookingOf('cancelled'), after(115))).toEqual({
      ok: true,
      value: { start: after(115), end: after(120) },
    })
  })
})

test('a plate changes until 10 minutes after check-in', () => {
  const entered = { ...bookingOf(), checked_in_at: noon(5) }
  expect(canChangePlate(bookingOf(), after(100)).ok).toBe(true)
  expect(canChangePlate({ ...bookingOf(), checked_in_at: null }, after(100)).ok).toBe(true)
  expect(canChangePlate(entered, after(15)).ok).toBe(true)
  expect(canChangePlate(entered, after(16))).toEqual({ ok: false, error: 'plate_locked' })
  expect(canChangePlate(bookingOf(), after(130))).toEqual({ ok: false, error: 'booking_ended' })
  expect(canChangePlate(bookingOf('cancelled'), after(0))).toEqual({ ok: false, error: 'booking_not_active' })
})

test('a booking can be undone for 10 minutes, until the car is in', () => {
  const booked = { bookedAt: after(-60), startMs: after(0), isCheckedIn: false }
  expect(undoUntil(booked)).toBe(after(-50))
  expect(undoUntil({ ...booked, bookedAt: after(-4) })).toBe(after(0))
  expect(undoUntil({ ...booked, isCheckedIn: true })).toBeNull()
})
