import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import OverstayCard from '../../src/parts/overstay-card.tsx'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { makeRate } from '../screens/find/park-fixture.ts'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

// After midnight in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T06:00:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

const BOOKING = bookingOf(BOOKING_ID, {
  ...{ start_time: '2026-11-24T02:00:00Z', end_time: '2026-11-24T04:30:00Z' },
  ...{ checked_in_at: '2026-11-24T02:00:00Z', booked_rate: makeRate(400) },
})

beforeEach(() => applySession(databases, sessionOf(), Date.now()))

test('a stay that ended before midnight is said to have ended yesterday', async () => {
  const host = await render(<OverstayCard booking={BOOKING} />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Your time was up yesterday 23:30'))
})

test('the end of the paid time and the time to leave by have no day when they are of today', async () => {
  const overstay = { paid: 400, until: '2026-11-24T05:55:00Z' }
  const host = await render(<OverstayCard booking={{ ...BOOKING, overstay }} />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Paid until 00:55'))
  expect(host.textContent).toContain('Leave by 01:05')
})
