import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Park } from '../../../src/contract/parks.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { databases } from '../../../src/db/databases.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import NearestSpaces from '../../../src/screens/booking/nearest-spaces.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { parkOf } from '../../db/support/park.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'
import { makeRate } from '../find/park-fixture.ts'

// An evening in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T03:00:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

const NONE = 'No free car park nearby on this phone.'

const near = (id: number, changes: Partial<Park>): Park => parkOf({ id, lat: 43.651, rate: makeRate(200), ...changes })

async function open(parks: readonly Park[]): Promise<HTMLElement> {
  await applyParks(databases, parks, Date.now())
  const base = bookingOf(BOOKING_ID, { start_time: '2026-11-24T02:00:00Z', end_time: '2026-11-24T06:00:00Z' })
  const booking = { ...base, park: { ...base.park, lat: 43.65, lng: -79.38 } }
  const host = await render(<NearestSpaces booking={viewBooking(booking, [])} />)
  setActing(false)
  return host
}

beforeEach(async () => {
  await databases.public.delete()
  await databases.public.open()
  connection.set({ state: 'offline', lastSuccessAt: null })
})

test('a car park that is full, has no price, or takes no bookings is not offered, and none is said to be free', async () => {
  const host = await open([
    near(2, { name: 'Full', available: 0 }),
    near(3, { name: 'Unpriced', rate: parkOf({ id: 3 }).rate }),
    near(4, { name: 'Uncounted', capacity: null, available: null }),
  ])
  await vi.waitFor(() => expect(host.textContent).toContain(NONE))
  expect(host.querySelectorAll('li')).toHaveLength(0)
})

test('the end of a stay past midnight is shown with its day', async () => {
  const host = await open([near(2, { name: 'King' })])
  await vi.waitFor(() => expect(host.textContent).toContain('King'))
  expect(host.textContent).toContain('Nearby until tomorrow 01:00')
  expect(host.textContent).not.toContain(NONE)
})

test('none is said to be free only after the provider has answered', async () => {
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  const refusals: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((_, reject) => refusals.push(() => reject(new TypeError('no network')))))
  const host = await open([])
  await vi.waitFor(() => expect(refusals.length).toBeGreaterThan(0))
  expect(host.textContent).not.toContain(NONE)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  for (const refuse of refusals) refuse()
  await vi.waitFor(() => expect(host.textContent).toContain(NONE))
})
