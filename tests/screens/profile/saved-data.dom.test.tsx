import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBookings } from '../../../src/db/apply/bookings.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { pullStart } from '../../../src/db/apply/pull-order.ts'
import { applySession, applySignOut } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { readBookings } from '../../../src/db/read/bookings.ts'
import { readPark } from '../../../src/db/read/park.ts'
import { readPending } from '../../../src/outbox/read.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import { enqueue, enqueueContext } from '../../../src/outbox/enqueue.ts'
import { SavedData } from '../../../src/screens/profile/saved-data.tsx'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { add, newVehicleId } from '../../sync/support/outbox-phone.ts'
import { BOOKING_ID, bookingOf } from '../../sync/support/small-provider.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00ee'
const SAVED_AT = Date.parse('2025-03-03T10:00:00Z')
const CANADA = {
  code: 'CA',
  name: 'Canada',
  autoDetected: false,
  fallback: false,
  ip: null,
  city: null,
  region: null,
} as const

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
const rowOf = (host: HTMLElement, title: string): string | undefined =>
  Array.from(host.querySelectorAll('li'), ({ textContent }) => textContent).find((row) => row.startsWith(title))

async function open(language: 'en' | 'fr' = 'en'): Promise<HTMLElement> {
  const host = await render(<SavedData />, language)
  setActing(false)
  return host
}

beforeEach(async () => {
  vi.stubGlobal('navigator', {
    language: 'en',
    storage: {
      estimate: () => Promise.resolve({ usage: 4_130_000, quota: 2_000_000_000 }),
      persisted: () => Promise.resolve(false),
    },
  })
  selectedCountry.set(CANADA)
  await applyParks(databases, [parkOf({ id: 1 })], SAVED_AT)
  await applyParks(databases, [parkOf({ id: 2, country_code: 'US', slug: 'park-buffalo-2', code: 'US2' })], SAVED_AT)
  await applySession(databases, sessionOf(USER), SAVED_AT)
  await databases.user(USER).outbox.clear()
  const pull = {
    bookings: [bookingOf(BOOKING_ID)],
    complete: true,
    since: await pullStart(databases, USER),
    savedAt: SAVED_AT,
    heardNow: SAVED_AT,
  }
  await applyBookings(databases, USER, pull)
  await enqueue(enqueueContext, USER, add(newVehicleId(1)))
})
afterEach(() => {
  setActing(false)
  selectedCountry.set(null)
})

test('what is kept is shown by kind with its number, size and age, and whether the browser has promised to keep it', async () => {
  const host = await open()
  await shows(host, 'Bookings with their passes')
  expect(rowOf(host, 'Bookings with their passes')).toMatch(/passes1 · saved 3.Mar.*1 kB$/)
  expect(rowOf(host, 'Car parks: Canada')).toMatch(/1 · saved 3.Mar.*kB$/)
  expect(rowOf(host, 'Car parks: United States')).toMatch(/1 · saved/)
  expect(rowOf(host, 'Your requests')).toContain('1 · always kept')
  expect(host.textContent).toContain('4.1 MB of the 2 GB')
  expect(host.textContent).toContain('Your browser may delete this data')
})

test('making room gives up other countries’ car parks and nothing that is the driver’s', async () => {
  const host = await open()
  await shows(host, 'Car parks: United States')
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) =>
    textContent.startsWith('Free up'),
  )
  button?.click()
  await shows(host, 'freed up.')
  await vi.waitFor(() => expect(rowOf(host, 'Car parks: United States')).toBeUndefined())
  expect((await readPark('park-buffalo-2')).value).toBeNull()
  expect((await readPark('park-toronto-1')).value).not.toBeNull()
  expect((await readBookings()).value).toHaveLength(1)
  expect(await readPending()).toHaveLength(1)
})

test('a visitor sees the car parks only', async () => {
  await applySignOut(databases)
  const host = await open('fr')
  await shows(host, 'Parkings\u00a0: Canada')
  expect(host.querySelectorAll('li')).toHaveLength(3)
})
