import { expect, test } from 'vitest'
import { partNow, type TouchingStay, touchingStays } from '../../src/domain/touching-stays.ts'

const stay = (booking_code: string, [from, to]: readonly [number, number], changes: Partial<TouchingStay> = {}) => ({
  booking_code,
  park_id: 7,
  plate: 'CKTB482',
  status: 'active' as const,
  start_time: new Date(Date.UTC(2026, 10, 21, from)).toISOString(),
  end_time: new Date(Date.UTC(2026, 10, 21, to)).toISOString(),
  ...changes,
})
const codes = (stays: readonly TouchingStay[]) => stays.map(({ booking_code }) => booking_code)

const A = stay('A', [9, 11])
const B = stay('B', [11, 13])
const C = stay('C', [13, 14])

test.each([A, B, C])('bookings that touch are one stay, seen from $booking_code', (booking) => {
  expect(codes(touchingStays(booking, [C, A, B]))).toEqual(['A', 'B', 'C'])
})

test.each([
  ['another plate', { plate: 'BMWR119' }],
  ['another park', { park_id: 8 }],
  ['a cancelled one', { status: 'cancelled' as const }],
  ['one a minute later', { start_time: '2026-11-21T11:01:00.000Z' }],
])('%s is another stay', (_what, changes) => {
  expect(codes(touchingStays(A, [A, stay('B', [11, 13], changes), C]))).toEqual(['A'])
})

test('a cancelled booking is no part of a stay', () => {
  const cancelled = stay('B', [11, 13], { status: 'cancelled' })
  expect(codes(touchingStays(cancelled, [A, cancelled, C]))).toEqual(['B'])
})

test('the pass is that of the part that runs, before the first its, after the last its', () => {
  const at = (hour: number) => partNow([A, B, C], Date.UTC(2026, 10, 21, hour))?.booking_code
  expect([8, 9, 11, 12, 13, 15].map(at)).toEqual(['A', 'A', 'B', 'B', 'C', 'C'])
})
