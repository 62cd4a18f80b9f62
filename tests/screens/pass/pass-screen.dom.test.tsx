import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { cancelBooking } from '../../../src/actions/bookings.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { databases } from '../../../src/db/databases.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { connection } from '../../../src/signals/connection.ts'
import PassScreen from '../../../src/screens/pass/pass-screen.tsx'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { makeRate } from '../find/park-fixture.ts'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

const HOUR_MS = 3_600_000
const startMs = Math.floor((Date.now() - HOUR_MS) / HOUR_MS) * HOUR_MS
const NEXT_ID = BOOKING_ID.replace(/.$/, (last) => (last === '9' ? '8' : '9'))
const stay = (fromHour: number, toHour: number) => ({
  start_time: new Date(startMs + fromHour * HOUR_MS).toISOString(),
  end_time: new Date(startMs + toHour * HOUR_MS).toISOString(),
})
const first = bookingOf(BOOKING_ID, { ...stay(0, 3), booking_code: 'K7QM-4T2P', pass: passOf('P1:FIRST') })
const next = bookingOf(NEXT_ID, { ...stay(3, 5), booking_code: 'HWPC-1YPV', pass: passOf('P1:NEXT') })

function passOf(text: string) {
  return { text, sequence: 1, kid: 1 }
}

// Dexie answers outside act(), so after the first render React runs as in a browser.

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
  const db = databases.user(sessionOf().user.user_id)
  await db.bookings.clear()
  await db.outbox.clear()
  for (const booking of [first, next])
    await db.bookings.put({
      ...{ id: booking.booking_id, code: booking.booking_code, booking },
      ...{ seq: 1, savedAt: Date.now() },
    })
})

const timeOf = (text: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: first.park.timezone }).format(Date.parse(text))

test.each([first.booking_code, next.booking_code])(
  'bookings that touch are one pass, by the code of either (%s): the code of now, the end of all, and the last is extended',
  async (code) => {
    const host = await render(
      <Routes location={`/booking-details/${code}/pass`}>
        <Route path="/booking-details/:bookingCode/pass" element={<PassScreen />} />
      </Routes>,
    )
    setActing(false)
    await vi.waitFor(() => expect(host.textContent).toContain('Until'))
    expect(host.textContent).toContain(`Until${timeOf(next.end_time)}`)
    expect(host.textContent).toContain(first.booking_code)
    expect(host.textContent).not.toContain(next.booking_code)
    expect(host.textContent).toContain('several bookings in a row')
    const extend = Array.from(host.querySelectorAll('a')).find(({ textContent }) => textContent === 'Extend')
    expect(extend?.getAttribute('href')).toBe(`/booking-details/${next.booking_code}?extend`)
  },
)

const CANCEL = 'Cancel this booking'
const NO_SPACE = 'No space for your car?'
const policyOf = (percent: number): Booking['refund_policy'] => [{ until: first.end_time, refund: 300, percent }]
const REFUNDED = { booked_rate: makeRate(100), refund_policy: policyOf(50) }

async function rowsOf(changes: Partial<Booking>): Promise<string | undefined> {
  const booking = { ...first, ...changes }
  const db = databases.user(sessionOf().user.user_id)
  await db.bookings.put({ id: BOOKING_ID, code: first.booking_code, booking, seq: 1, savedAt: Date.now() })
  const host = await render(
    <Routes location={`/booking-details/${first.booking_code}/pass`}>
      <Route path="/booking-details/:bookingCode/pass" element={<PassScreen />} />
    </Routes>,
  )
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('About this booking'))
  return host.querySelector('ul[aria-label="More"]')?.textContent
}

test('the pass offers the changes that are possible', async () => {
  const rows = await rowsOf(REFUNDED)
  expect(rows).toContain(CANCEL)
  expect(rows).toContain(NO_SPACE)
})

test.each([
  [CANCEL, 'nothing would come back', { ...REFUNDED, refund_policy: policyOf(0) }],
  [CANCEL, 'the car is inside', { ...REFUNDED, checked_in_at: first.start_time }],
  [NO_SPACE, 'the car went out', { ...REFUNDED, checked_in_at: first.start_time, checked_out_at: first.start_time }],
])('the pass offers no row that opens nothing: no "%s" where %s', async (row, _, changes) => {
  expect(await rowsOf(changes)).not.toContain(row)
})

test('the pass offers no second cancellation while one waits', async () => {
  await cancelBooking({ booking: { ...first, ...REFUNDED }, minRefundMinor: 300 })
  expect(await rowsOf(REFUNDED)).not.toContain(CANCEL)
})
