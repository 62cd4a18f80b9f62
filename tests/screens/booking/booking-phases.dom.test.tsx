import 'fake-indexeddb/auto'
import { act } from 'react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import type { Booking } from '../../../src/contract/bookings.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { connection } from '../../../src/signals/connection.ts'
import { WaitsNote } from '../../../src/parts/waits-note.tsx'
import BookingScreen from '../../../src/screens/booking/booking-screen.tsx'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-23T15:20:00Z'))

const MINUTE_MS = 60_000
const at = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

async function open(changes: Partial<Booking>): Promise<HTMLElement> {
  const booking = bookingOf(BOOKING_ID, changes)
  const db = databases.user(sessionOf().user.user_id)
  await db.bookings.put({ id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() })
  const host = await render(
    <Routes location={`/booking-details/${booking.booking_code}`}>
      <Route path="/booking-details/:bookingCode" element={<BookingScreen />} />
    </Routes>,
  )
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain(booking.plate))
  return host
}

const hasButton = (host: HTMLElement, label: string): boolean =>
  Array.from(host.querySelectorAll('button')).some(({ textContent }) => textContent === label)

test('a cancelled booking speaks of no pass that is valid', async () => {
  const host = await open({ status: 'cancelled', start_time: at(-60), end_time: at(60), cancelled_at: at(-30) })
  expect(host.textContent).toContain('No pass: this booking was until')
  expect(host.textContent).not.toContain('Your pass is valid')
})

test('an ended booking says until when its pass was valid, with the day', async () => {
  const host = await open({ start_time: at(-26 * 60), end_time: at(-24 * 60) })
  expect(host.textContent).toMatch(/Your pass was valid until.*yesterday/i)
})

test('a stay whose last unit runs offers no cancellation: nothing would come back', async () => {
  const host = await open({ start_time: at(-175), end_time: at(5) })
  expect(hasButton(host, 'Cancel')).toBe(false)
})

test('a stay that has not begun offers its cancellation', async () => {
  const host = await open({ start_time: at(60), end_time: at(120) })
  expect(hasButton(host, 'Cancel')).toBe(true)
})

test('a dialog whose request may wait says so with no connection, and only then', async () => {
  const host = await render(<WaitsNote />)
  expect(host.textContent).toContain('Your request waits on this phone')
  await act(async () => connection.set({ state: 'online', lastSuccessAt: Date.now() }))
  expect(host.textContent).toBe('')
})
