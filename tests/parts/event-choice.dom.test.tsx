import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import EventChoice from '../../src/parts/event-choice.tsx'
import { useBookings } from '../../src/queries/use-bookings.ts'
import { viewBooking } from '../../src/queries/view-bookings.ts'
import { connection } from '../../src/signals/connection.ts'
import { drainSoon } from '../../src/sync/drain.ts'
import { appContext } from '../../src/sync/app-context.ts'
import { bookedEventOf } from '../contract/support/events.ts'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID, problemOf } from '../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-25T15:20:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterEach(async () => {
  await appContext.settled()
})
afterAll(() => void vi.useRealTimers())

const BOOKED: Partial<Booking> = {
  ...{ start_time: '2026-12-12T22:00:00Z', end_time: '2026-12-13T05:00:00Z', total: 3500 },
  ...{ created_at: '2026-11-20T15:00:00Z', event: bookedEventOf() },
  refund_policy: [{ until: '2026-12-12T22:00:00Z', refund: 3500, percent: 100 }],
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly body: unknown
}

/** Answers requests about the booking with `answerOf`; returns the requests. */
function provide(answerOf: (sent: Sent) => Response): readonly Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.includes(BOOKING_ID)) return Response.json({ data: [] })
    const text = await request.text()
    const one = {
      method: request.method,
      url: pathname.replace('/api/v1', '') + search,
      body: text === '' ? null : JSON.parse(text),
    }
    sent.push(one)
    const answer = answerOf(one)
    answer.headers.set('idempotency-key', request.headers.get('idempotency-key') ?? '')
    return answer
  })
  return sent
}

function Mine() {
  const bookings = useBookings()
  return bookings.status === 'ready'
    ? bookings.value.map((one) => <EventChoice key={one.booking_id} booking={one} />)
    : null
}

async function open(): Promise<HTMLElement> {
  const host = await render(<Mine />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Your parking: choose by'))
  return host
}

const buttonOf = (host: HTMLElement): HTMLButtonElement | null => host.querySelector('button')
const chooseMoney = async (host: HTMLElement) => {
  host.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]?.click()
  await vi.waitFor(() => expect(buttonOf(host)?.textContent).toContain('Get C$35.00 back'))
}

beforeEach(async () => {
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await applySession(databases, sessionOf(), Date.now())
  const booking = bookingOf(BOOKING_ID, BOOKED)
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  const db = databases.user(sessionOf().user.user_id)
  await db.outbox.clear()
  await db.bookings.put(row)
})

test('the choice names the date, the money and what happens without one', async () => {
  provide(() => Response.json({}))
  const host = await open()
  expect(host.textContent).toContain('Your parking: choose by 4\u00a0Dec')
  expect(host.textContent).toContain('Keep it for 12\u00a0December')
  expect(host.textContent).toContain('Money back: C$35.00')
  expect(host.textContent).toContain('No choice by 4\u00a0Dec, 18:00: C$35.00 goes back.')
  expect(buttonOf(host)?.textContent).toContain('Keep for 12\u00a0December')
})

test('what a company paid goes back to the company', async () => {
  provide(() => Response.json({}))
  const booking = bookingOf(BOOKING_ID, { ...BOOKED, company: 'Acme' })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  const host = await open()
  expect(host.textContent).toContain('Money back: C$35.00To Acme’s wallet')
})

test('to keep it names the date that was seen; then it is said, and nothing is left to choose', async () => {
  const kept = { ...BOOKED, event: bookedEventOf({ choose_by: null }), version: 2 }
  const sent = provide(() => Response.json({ data: bookingOf(BOOKING_ID, kept) }))
  const host = await open()
  buttonOf(host)?.click()
  await vi.waitFor(() =>
    expect(host.querySelector('[role="status"]')?.textContent).toContain('Kept for 12\u00a0December'),
  )
  expect(host.textContent).not.toContain('Money back')
  const body = { parking_from: '2026-12-12T22:00:00Z' }
  expect(sent).toEqual([{ method: 'PUT', url: `/bookings/${BOOKING_ID}/event`, body }])
})

test('the money is asked back by the ordinary cancel, never for less than was shown', async () => {
  const gone = { ...BOOKED, status: 'cancelled' as const, refund: 3500, version: 2 }
  const sent = provide(() => Response.json({ data: bookingOf(BOOKING_ID, gone) }))
  // As the engine of an open page does.
  const stop = appContext.outboxSignal.subscribe(() => drainSoon(appContext))
  const host = await open()
  await chooseMoney(host)
  buttonOf(host)?.click()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await vi.waitFor(() => expect(host.textContent).toBe(''))
  stop()
  expect(sent[0]?.url).toBe(`/bookings/${BOOKING_ID}/status?status=cancelled&min_refund=3500`)
})

test('with no connection it cannot be kept, and says why; the money can be asked back and waits', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const host = await open()
  expect(buttonOf(host)?.textContent).toContain('Needs a connection')
  expect(host.textContent).toContain('Keeping your booking needs a connection.')
  await chooseMoney(host)
  expect(host.textContent).toContain('Your request waits on this phone')
  buttonOf(host)?.click()
  await vi.waitFor(() => expect(host.textContent).not.toContain('choose by'))
  const rows = await databases.user(sessionOf().user.user_id).outbox.toArray()
  expect(rows).toMatchObject([{ kind: 'booking.cancel', state: 'queued', command: { minRefundMinor: 3500 } }])
})

test('a date that has moved again is refused in words, and the choice stays', async () => {
  provide(() => problemOf(409, 'stale_base'))
  const host = await open()
  buttonOf(host)?.click()
  await vi.waitFor(() => expect(host.querySelector('[role="alert"]')).not.toBeNull())
  expect(host.textContent).toContain('Keep it for')
})

test('nothing is to be chosen once the time for it is over', async () => {
  provide(() => Response.json({}))
  const late = bookingOf(BOOKING_ID, { ...BOOKED, event: bookedEventOf({ choose_by: '2026-11-25T15:00:00Z' }) })
  const host = await render(<EventChoice booking={viewBooking(late, [])} />)
  expect(host.textContent).toBe('')
})
