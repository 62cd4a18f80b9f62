import 'fake-indexeddb/auto'
import { Route, Routes } from 'react-router-dom'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyEvent } from '../../../src/db/apply/events.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import EventCheckoutScreen from '../../../src/screens/checkout/event-checkout-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { useCheckoutDraft } from '../../../src/stores/checkout-draft.ts'
import { appContext } from '../../../src/sync/app-context.ts'
import { detailOf } from '../../contract/support/events.ts'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, problemOf } from '../../sync/support/small-provider.ts'
import { makeRate } from '../find/park-fixture.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T15:10:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

/** C$5.00 an hour: C$35.00 for the seven hours of the event's parking. */
const PARK = parkOf({ id: 1, code: 'CA7KQ2M', name: 'Gate Lot', slug: 'gate-lot', rate: makeRate(500) })
const EVENT = detailOf({ is_private: true })

/** Answers booking requests with `book`; returns their bodies. */
function provide(book: () => Response): readonly unknown[] {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.includes('/events/')) return Response.json({ data: EVENT })
    if (pathname.includes('/front/parks/')) return Response.json({ data: PARK })
    if (request.method !== 'POST' || !pathname.endsWith('/bookings')) return Response.json({ data: [] })
    asked.push(await request.json())
    const answer = book()
    answer.headers.set('idempotency-key', request.headers.get('idempotency-key') ?? '')
    return answer
  })
  return asked
}

beforeEach(async () => {
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await applySession(databases, sessionOf(), Date.now())
  await databases.user(sessionOf().user.user_id).outbox.clear()
  await applyParks(databases, [PARK], Date.now())
  await applyEvent(databases, { event: { detail: EVENT, grant: 'grant-1' }, savedAt: Date.now() })
  useCheckoutDraft.getState().change({ plate: 'ABC 123' })
})
afterEach(async () => {
  await appContext.settled()
})
afterAll(() => void vi.useRealTimers())

async function open(): Promise<HTMLElement> {
  const host = await render(
    <Routes location="/booking/event/EV7KQ2M4?park=CA7KQ2M">
      <Route path="/booking/event/:eventCode" element={<EventCheckoutScreen />} />
    </Routes>,
  )
  setActing(false)
  await shows(host, 'Gate Lot')
  return host
}

const payButton = (host: HTMLElement) =>
  Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith('Pay C$35.00'))

test('the times are those of the event, the price is the car park’s for them, and the booking says which event it is for', async () => {
  const asked = provide(() => Response.json({ data: bookingOf('01890a5d-ac96-774b-bcce-b302099a0009') }))
  const host = await open()
  await vi.waitFor(() => expect(payButton(host)).toBeDefined())
  expect(host.textContent).toContain('Winter Night Market')
  expect(host.textContent).toMatch(/12\u00a0Dec, 17:00/)
  expect(host.querySelector('input[type="datetime-local"]')).toBeNull()
  payButton(host)?.click()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({
    ...{ park_id: 1, plate: 'ABC123', payment_method: 'wallet', quoted_total: 3500 },
    ...{ start_time: '2026-12-12T22:00:00.000Z', end_time: '2026-12-13T05:00:00.000Z' },
    ...{ event_code: 'EV7KQ2M4', event_grant: 'grant-1' },
  })
})

test('an event without a space left says so, and what was entered stays', async () => {
  provide(() => problemOf(409, 'event_sold_out'))
  const host = await open()
  await vi.waitFor(() => expect(payButton(host)).toBeDefined())
  payButton(host)?.click()
  await shows(host, 'No space is left for this event at this car park.')
  expect(host.querySelector<HTMLInputElement>('input[name="plate"]')?.value).toBe('ABC 123')
})

test.each([
  ['cancelled', 'This event was cancelled', { status: 'cancelled' }],
  ['over', 'This event is over', { parking_until: '2026-11-24T12:00:00Z' }],
] as const)('an event that is %s shows that alone, without a form to pay', async (_, words, changes) => {
  const detail = { ...EVENT, ...changes }
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await applyEvent(databases, { event: { detail, grant: 'grant-1' }, savedAt: Date.now() })
  const host = await open()
  await shows(host, words)
  expect(host.querySelector('form, input, button[type="submit"]')).toBeNull()
  expect(payButton(host)).toBeUndefined()
})

test('with no connection the saved event and its price are there, and paying waits for one', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const host = await open()
  await shows(host, 'Tell me when I’m connected')
  expect(host.textContent).toContain('C$35.00')
})
