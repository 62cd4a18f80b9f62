import 'fake-indexeddb/auto'
import { act } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { tariffToWire } from '../../../src/contract/tariff-mapping.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import BookingScreen from '../../../src/screens/booking/booking-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { perUnit, tariffOf, windowOf } from '../../domain/support/tariffs.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-23T15:20:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

// jsdom has the element but not its modal methods.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

const tariff = tariffToWire(tariffOf({ windows: [windowOf(0, 1440, perUnit(300))] }))
const RATE = { tariff, taxes: [], tariff_version: tariff.version, valid_until: '2026-12-22T12:00:00Z' }
const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await applySession(databases, sessionOf(), Date.now())
  const booking = bookingOf(BOOKING_ID, { start_time: inHours(1), end_time: inHours(3), booked_rate: RATE })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
})

async function openDialog(change: 'extend' | 'cancel'): Promise<HTMLElement> {
  const { booking_code: code } = bookingOf(BOOKING_ID)
  const host = await render(
    <Routes location={`/booking-details/${code}?${change}`}>
      <Route path="/booking-details/:bookingCode" element={<BookingScreen />} />
    </Routes>,
  )
  setActing(false)
  const dialog = await vi.waitFor(() => {
    const found = host.querySelector('dialog')
    expect(found?.textContent).toMatch(/C\$/)
    return found
  })
  if (dialog === null) throw new Error('no dialog')
  return dialog
}

const WAITS = 'Your request waits on this phone'

test.each(['extend', 'cancel'] as const)(
  'the dialog that would %s says with no connection that the request will wait, and with one nothing of it',
  async (change) => {
    connection.set({ state: 'offline', lastSuccessAt: null })
    const dialog = await openDialog(change)
    await vi.waitFor(() => expect(dialog.textContent).toContain(WAITS))
    // The button stays enabled while offline: the tap is what stores the request.
    expect(dialog.querySelector('button[data-wide]')?.getAttribute('aria-disabled')).not.toBe('true')
    setActing(true)
    await act(async () => connection.set({ state: 'online', lastSuccessAt: Date.now() }))
    setActing(false)
    await vi.waitFor(() => expect(dialog.textContent).not.toContain(WAITS))
  },
)
