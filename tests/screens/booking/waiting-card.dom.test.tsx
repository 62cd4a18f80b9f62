import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { cancelBooking, extendBooking } from '../../../src/actions/bookings.ts'
import { databases } from '../../../src/db/databases.ts'
import { connection } from '../../../src/signals/connection.ts'
import { readPending } from '../../../src/outbox/read.ts'
import BookingScreen from '../../../src/screens/booking/booking-screen.tsx'
import { applySession } from '../../../src/db/apply/session.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, since near midnight the screen also says "tomorrow". Set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-23T15:20:00Z'))

const HOUR_MS = 3_600_000
const startMs = Math.floor((Date.now() - HOUR_MS) / HOUR_MS) * HOUR_MS
const endMs = startMs + 3 * HOUR_MS
const booking = bookingOf(BOOKING_ID, {
  start_time: new Date(startMs).toISOString(),
  end_time: new Date(endMs).toISOString(),
})
const USER = sessionOf().user.user_id

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
  const db = databases.user(USER)
  await db.outbox.clear()
  await db.bookings.put({ id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() })
})

async function open(query = ''): Promise<HTMLElement> {
  const host = await render(
    <Routes location={`/booking-details/${booking.booking_code}${query}`}>
      <Route path="/booking-details/:bookingCode" element={<BookingScreen />} />
    </Routes>,
  )
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Waiting for signal'))
  return host
}

const timeOf = (ms: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Toronto' }).format(ms)

const findButton = (host: HTMLElement, label: string): HTMLButtonElement | undefined =>
  Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))

test('an extension that waits leaves what is certain as it is, and says its price, its end and when it lapses', async () => {
  await extendBooking({ booking, newEndMs: endMs + 2 * HOUR_MS, maxPriceMinor: 1000 })
  const host = await open()
  expect(host.textContent).toContain(`Your pass is valid until${timeOf(endMs)}`)
  expect(host.textContent).toContain(`Extend to${timeOf(endMs + 2 * HOUR_MS)}`)
  expect(host.textContent).toContain('you pay at mostC$10.00')
  expect(host.textContent).toContain(`If this can’t be sent by ${timeOf(endMs + HOUR_MS / 6)}`)
  expect(findButton(host, 'Extend')).toBeUndefined()
  expect(findButton(host, 'Change')).toBeDefined()
})

test('a cancellation that waits keeps the pass, and taking it back works with no signal', async () => {
  await cancelBooking({ booking, minRefundMinor: 300 })
  const host = await open()
  expect(host.textContent).toContain('you get back at leastC$3.00')
  expect(host.textContent).toContain(`your pass is valid until ${timeOf(endMs)}`)
  findButton(host, 'Remove request')?.click()
  await vi.waitFor(() => expect(host.textContent).not.toContain('Waiting for signal'))
  expect(await readPending()).toEqual([])
})

test('a reminder’s way to extend opens nothing where a cancellation waits: it could only be refused', async () => {
  await cancelBooking({ booking, minRefundMinor: 300 })
  const host = await open('?extend')
  expect(host.querySelector('dialog')).toBeNull()
})
