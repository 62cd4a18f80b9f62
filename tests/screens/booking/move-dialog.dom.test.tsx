import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import MoveDialog from '../../../src/screens/booking/move-dialog.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'
import { makeRate } from '../find/park-fixture.ts'

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

function demoRate() {
  const rate = makeRate(200)
  return { ...rate, tariff: { ...rate.tariff, demo: true } }
}

const [HERE, NEAR, ABROAD, UNCOUNTED] = [
  parkOf({ id: 1, name: 'Queen', slug: 'queen-st', rate: makeRate(500) }),
  parkOf({ id: 2, name: 'King', slug: 'king-st', lat: 43.651, rate: demoRate() }),
  parkOf({ id: 3, name: 'Buffalo', slug: 'buffalo-st', lat: 43.652, currency: 'USD', country_code: 'US' }),
  parkOf({
    id: 4,
    name: 'Uncounted',
    slug: 'uncounted',
    lat: 43.653,
    capacity: null,
    available: null,
    rate: demoRate(),
  }),
]

beforeEach(async () => {
  // No request is answered during the test.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await applySession(databases, sessionOf(), Date.now())
  await applyParks(databases, [HERE, NEAR, ABROAD, UNCOUNTED], Date.now())
})

/** Two hours at C$5.00, C$10.00 in all. */
const BOOKED: Partial<Booking> = {
  ...{ start_time: '2026-11-23T18:00:00Z', end_time: '2026-11-23T20:00:00Z', total: 1000 },
  ...{ created_at: '2026-11-23T15:00:00Z', tariff_version: 'v1' },
  refund_policy: [{ until: '2026-11-23T18:00:00Z', refund: 1000, percent: 100 }],
}

async function open(): Promise<HTMLElement> {
  const base = bookingOf(BOOKING_ID, BOOKED)
  const booking = { ...base, park: { ...base.park, name: 'Queen', slug: 'queen-st', lat: 43.65, lng: -79.38 } }
  const host = await render(<MoveDialog booking={viewBooking(booking, [])} onClose={() => undefined} />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('New price'))
  return host
}

const footOf = (host: HTMLElement): HTMLButtonElement | undefined => Array.from(host.querySelectorAll('button')).at(-1)

function setUntil(host: HTMLElement, text: string): void {
  const field = host.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')[1]
  if (field === undefined) throw new Error('no field')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('nothing is moved before something else is chosen; a longer stay says what is to be paid, a shorter one what comes back', async () => {
  const host = await open()
  expect(footOf(host)?.getAttribute('aria-disabled')).toBe('true')
  setUntil(host, '2026-11-23T16:00')
  await vi.waitFor(() => expect(footOf(host)?.textContent).toContain('Move and pay C$5.00'))
  expect(host.textContent).toContain('C$15.00')
  expect(host.textContent).toContain('C$5.00to pay from your wallet now')
  setUntil(host, '2026-11-23T14:00')
  await vi.waitFor(() => expect(footOf(host)?.textContent).toContain('Move, C$5.00 back'))
  expect(host.textContent).toContain('C$5.00back to your wallet right away')
  expect(footOf(host)?.getAttribute('aria-disabled')).toBeNull()
})

test('an end before the start and a start that has passed are said, and cannot be asked for', async () => {
  const host = await open()
  setUntil(host, '2026-11-23T12:00')
  await vi.waitFor(() => expect(host.textContent).toContain('The end must be after the start.'))
  expect(footOf(host)?.getAttribute('aria-disabled')).toBe('true')
})

test('another car park is chosen among those nearby that take bookings in the same currency, at its price', async () => {
  const host = await open()
  Array.from(host.querySelectorAll('button'))
    .find(({ textContent }) => textContent === 'Choose another')
    ?.click()
  await vi.waitFor(() => expect(host.querySelectorAll('input[type="radio"]')).toHaveLength(2))
  expect(host.textContent).not.toContain('Buffalo')
  expect(host.textContent).not.toContain('Uncounted')
  // A price without a public source is marked everywhere.
  expect(host.textContent).toContain(', Demo price')
  host.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]?.click()
  await vi.waitFor(() => expect(footOf(host)?.textContent).toContain('Move, C$6.00 back'))
  expect(host.textContent).toContain('New price, Demo price')
})

test('with no connection the move is blocked before the tap, with the reason', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  const host = await open()
  setUntil(host, '2026-11-23T16:00')
  await vi.waitFor(() => expect(host.textContent).toContain('C$15.00'))
  expect(footOf(host)?.textContent).toContain('Needs a connection')
  expect(host.textContent).toContain('Moving your booking needs a connection.')
})
