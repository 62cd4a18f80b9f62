import 'fake-indexeddb/auto'
import { Route, Routes } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyEvent } from '../../../src/db/apply/events.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import EventScreen from '../../../src/screens/events/event-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { appContext } from '../../../src/sync/app-context.ts'
import { bookedEventOf, detailOf, eventParkOf } from '../../contract/support/events.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID, problemOf } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T15:10:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
const provide = (answer: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(answer()))

beforeEach(async () => {
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await databases.public.saved.clear()
})
afterEach(async () => {
  await appContext.settled()
})
afterAll(() => void vi.useRealTimers())

async function open(): Promise<HTMLElement> {
  const host = await render(
    <Routes location="/event/EV7KQ2M4">
      <Route path="/event/:eventCode" element={<EventScreen />} />
    </Routes>,
  )
  setActing(false)
  return host
}

test('car parks say the total of the event’s parking and what is left of its spaces; what is sold out cannot be chosen', async () => {
  const soldOut = eventParkOf({ park_id: 2, code: 'CA00002', name: 'Far Lot', total: 2200, free: 0, demo: true })
  provide(() => Response.json({ data: detailOf({ parks: [eventParkOf(), soldOut] }) }))
  const host = await open()
  await shows(host, 'Parking for the event')
  const card = host.querySelector('a[href="/booking/event/EV7KQ2M4?park=CA7KQ2M"]')
  expect(card?.textContent).toContain('C$35.00Event price')
  expect(card?.textContent).toContain('412 free of 900, 10:09')
  expect(card?.textContent).toContain('110\u00a0m, 1 Gate St')
  expect(host.querySelector('a[href*="CA00002"]')).toBeNull()
  expect(host.textContent).toContain('Sold out')
  expect(host.textContent).toContain('Event price, demo')
  expect(host.querySelector('button[aria-label="Share"]')).not.toBeNull()
})

test('a postponed event strikes its old date out, and who has booked is asked to choose', async () => {
  await applySession(databases, sessionOf(), Date.now())
  const booking = bookingOf(BOOKING_ID, { event: bookedEventOf(), total: 3500, end_time: '2026-12-13T05:00:00Z' })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  const former = { status: 'postponed' as const, former_start: '2026-11-28T23:00:00Z' }
  provide(() => Response.json({ data: detailOf(former) }))
  const host = await open()
  await shows(host, 'Your parking: choose by')
  expect(host.querySelector('s')?.textContent).toBe('Saturday 28\u00a0November')
  expect(host.textContent).toContain('Postponed')
  expect(host.querySelector(`a[href="/booking-details/${booking.booking_code}"]`)).not.toBeNull()
})

test('for a cancelled event nothing is sold', async () => {
  provide(() => Response.json({ data: detailOf({ status: 'cancelled' }) }))
  const host = await open()
  await shows(host, 'This event was cancelled, so its parking can’t be booked.')
  expect(host.querySelector('a[href^="/booking/event"]')).toBeNull()
})

test('what was opened opens with no connection too, with its age', async () => {
  const savedAt = Date.parse('2026-11-24T14:05:00Z')
  await applyEvent(databases, { event: { detail: detailOf(), grant: null }, savedAt })
  connection.set({ state: 'offline', lastSuccessAt: savedAt })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const host = await open()
  await shows(host, 'Winter Night Market')
  expect(host.textContent).toContain('Saved ')
})

test('an event that is not known leads to the list and to the access code', async () => {
  provide(() => problemOf(404, 'event_not_found'))
  const host = await open()
  await shows(host, 'This event doesn’t exist or is over.')
  expect(host.querySelector('a[href="/events"]')).not.toBeNull()
  expect(host.querySelector('a[href="/private-event-access"]')).not.toBeNull()
})
