import 'fake-indexeddb/auto'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import RunningBar from '../../src/app/running-bar.tsx'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { connection } from '../../src/signals/connection.ts'
import RunningCard from '../../src/screens/home/running-card.tsx'
import BookingSuccessScreen from '../../src/screens/payment/booking-success-screen.tsx'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

// 23:30 in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T04:30:00Z'))

const PASS = { text: 'P1:PASS', sequence: 1, kid: 1 }
const STAY = { start_time: '2026-11-24T04:00:00Z', end_time: '2026-11-24T10:15:00Z', pass: PASS }

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

const save = (changes: Partial<typeof STAY> = {}) => {
  const booking = bookingOf(BOOKING_ID, { ...STAY, ...changes })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  return databases.user(sessionOf().user.user_id).bookings.put(row)
}

const success = (
  <Routes location={`/booking-success?booking_code=${bookingOf(BOOKING_ID).booking_code}`}>
    <Route path="/booking-success" element={<BookingSuccessScreen />} />
  </Routes>
)

test.each<[string, ReactElement]>([
  ['the card on home', <RunningCard key="card" />],
  ['the bar', <RunningBar key="bar" />],
  ['the booked card', success],
])('%s names the day of an end past midnight', async (_name, element) => {
  await save()
  const host = await render(element)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toMatch(/(?:until|by) tomorrow 05:15/))
})

test.each<[string, ReactElement]>([
  ['the card on home', <RunningCard key="card" />],
  ['the bar', <RunningBar key="bar" />],
])('%s names no day for an end on the same day', async (_name, element) => {
  await save({ end_time: '2026-11-24T04:55:00Z' })
  const host = await render(element)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toMatch(/until 23:55/))
})
