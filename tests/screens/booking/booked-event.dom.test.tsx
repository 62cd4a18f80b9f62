import 'fake-indexeddb/auto'
import { Route, Routes } from 'react-router-dom'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import BookingScreen from '../../../src/screens/booking/booking-screen.tsx'
import { BookingRow } from '../../../src/screens/bookings/booking-row.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { bookedEventOf } from '../../contract/support/events.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-25T15:20:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

const OF_EVENT: Partial<Booking> = {
  ...{ start_time: '2026-12-12T22:00:00Z', end_time: '2026-12-13T05:00:00Z', total: 3500 },
  ...{ created_at: '2026-11-20T15:00:00Z', event: bookedEventOf() },
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await applySession(databases, sessionOf(), Date.now())
})

async function open(changes: Partial<Booking>): Promise<HTMLElement> {
  const booking = bookingOf(BOOKING_ID, { ...OF_EVENT, ...changes })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  const host = await render(
    <Routes location={`/booking-details/${booking.booking_code}`}>
      <Route path="/booking-details/:bookingCode" element={<BookingScreen />} />
    </Routes>,
  )
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Winter Night Market'))
  return host
}

test('a booking leads to its event, whose times are not the driver’s to change, and asks for the choice', async () => {
  const host = await open({})
  expect(host.querySelector('a[href="/event/EV7KQ2M4"]')?.textContent).toContain('Winter Night Market')
  await vi.waitFor(() => expect(host.textContent).toContain('Your parking: choose by'))
  expect(host.textContent).not.toContain('Move booking')
  expect(host.textContent).not.toContain('Shorten')
})

test('a booking that went with its event says so, and cannot be booked again for its times', async () => {
  const host = await open({ status: 'cancelled', cancel_reason: 'event_cancelled', refund: 3500 })
  expect(host.textContent).toContain('The event was cancelled, so this booking was too.')
  expect(host.textContent).not.toContain('Book again for these times')
})

test('a booking that nobody chose for says that the event was postponed', async () => {
  const host = await open({ status: 'cancelled', cancel_reason: 'event_postponed', refund: 3500 })
  expect(host.textContent).toContain('The event was postponed. Everything you paid was refunded.')
})

test('the list names the event, and why its booking is gone', async () => {
  const gone = bookingOf(BOOKING_ID, { ...OF_EVENT, status: 'cancelled', cancel_reason: 'event_cancelled' })
  const host = await render(<BookingRow booking={viewBooking(gone, [])} />)
  expect(host.textContent).toContain('Winter Night Market')
  expect(host.textContent).toContain('Event cancelled')
})
