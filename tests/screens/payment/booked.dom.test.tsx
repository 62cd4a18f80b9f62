import 'fake-indexeddb/auto'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { applySession, applySignOut } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { noteArrival, takeArrival } from '../../../src/lib/arrivals.ts'
import { connection } from '../../../src/signals/connection.ts'
import BookingSuccessScreen from '../../../src/screens/payment/booking-success-screen.tsx'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

const HOUR_MS = 3_600_000
const PASS = { text: 'P1:PASS', sequence: 1, kid: 1 }
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const animate = vi.fn()
const vibrate = vi.fn(() => true)
let isReduced = false
let saved = 0

// Dexie answers outside act(), so after the first render React runs as in a browser.

beforeEach(async () => {
  isReduced = false
  animate.mockClear()
  vibrate.mockClear()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }))
  Object.assign(Element.prototype, { animate })
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true })
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true })
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

/** Saves a booking with its own code, because the app remembers which codes it has shown; returns the code. */
async function save(changes: Partial<Booking> = {}): Promise<string> {
  saved += 1
  const booking_code = `K7QM-4T2${String.fromCharCode(64 + saved)}`
  const booking = bookingOf(BOOKING_ID, {
    ...{ booking_code, start_time: inHours(-1), end_time: inHours(2), pass: PASS },
    ...changes,
  })
  const row = { id: booking.booking_id, code: booking_code, booking, seq: saved, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  return booking_code
}

async function open(code: string): Promise<HTMLElement> {
  const host = await render(
    <Routes location={`/booking-success?booking_code=${code}`}>
      <Route path="/booking-success" element={<BookingSuccessScreen />} />
    </Routes>,
  )
  setActing(false)
  return host
}

const textOnceWith = (host: HTMLElement, text: string) =>
  vi.waitFor(() => expect(host.textContent).toContain(text)).then(() => host.textContent)

test('the stored pass, until when, and one tap to the pass, with no connection', async () => {
  const host = await open(await save())
  const text = await textOnceWith(host, 'You’re booked')
  expect(text).toContain('Leave by')
  expect(host.querySelector('[aria-label="QR code of your pass"]')).not.toBeNull()
  const pass = Array.from(host.querySelectorAll('a')).find(({ textContent }) => textContent === 'Show pass')
  expect(pass?.getAttribute('href')).toMatch(/^\/booking-details\/K7QM-4T2.\/pass$/)
})

test('nothing is said to be booked before the pass is on this phone', async () => {
  const host = await open('AAAA-0000')
  expect(await textOnceWith(host, 'Needs a connection')).not.toContain('booked')
})

test.each<[string, Partial<Booking>]>([
  ['held until it is paid', { pass: null, hold_until: inHours(0.2) }],
  ['cancelled', { status: 'cancelled' }],
  ['over', { start_time: inHours(-9), end_time: inHours(-8) }],
])('a space that is %s is not shown as booked', async (_name, changes) => {
  noteArrival(await save(changes))
  const host = await open(`K7QM-4T2${String.fromCharCode(64 + saved)}`)
  // The refresh fails, which ends the wait.
  await vi.waitFor(() => expect(host.querySelector('[aria-busy]')).toBeNull())
  expect(host.textContent).not.toContain('You’re booked')
  expect([animate, vibrate].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

test('the moment is felt and moves', async () => {
  const code = await save()
  noteArrival(code)
  await textOnceWith(await open(code), 'You’re booked')
  expect(vibrate).toHaveBeenCalledTimes(1)
  // The card, the ring and the check, all within 200 ms.
  expect(animate).toHaveBeenCalledTimes(3)
  for (const [, options] of animate.mock.calls) expect(options).toMatchObject({ duration: 180 })
})

test('a booking that was shown is not felt and does not move again, by whichever way the driver comes back', async () => {
  const code = await save()
  noteArrival(code)
  expect(takeArrival(code)).toBe(true)
  noteArrival(code)
  await textOnceWith(await open(code), 'You’re booked')
  expect([vibrate, animate].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

test('a booking that was made earlier is shown without the moment', async () => {
  await textOnceWith(await open(await save()), 'You’re booked')
  expect([vibrate, animate].map((call) => call.mock.calls.length)).toEqual([0, 0])
})

test('nothing moves where motion is reduced', async () => {
  isReduced = true
  const code = await save()
  noteArrival(code)
  await textOnceWith(await open(code), 'You’re booked')
  expect(animate).not.toHaveBeenCalled()
})

test('a page that was not tapped yet, as after the payment service’s, asks for no vibration', async () => {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false }, configurable: true })
  const code = await save()
  noteArrival(code)
  await textOnceWith(await open(code), 'You’re booked')
  expect(vibrate).not.toHaveBeenCalled()
})

test('signing out forgets which bookings were shown', async () => {
  const code = await save()
  noteArrival(code)
  await textOnceWith(await open(code), 'You’re booked')
  expect(localStorage.getItem('baywise-arrivals')).toContain(code)
  await applySignOut(databases)
  expect(localStorage.getItem('baywise-arrivals')).toBeNull()
})
