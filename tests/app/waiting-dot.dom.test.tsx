import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { AppBottomBar } from '../../src/app/app-bottom-bar.tsx'
import { cancelBooking } from '../../src/actions/bookings.ts'
import { removeRequest } from '../../src/actions/requests.online.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { readPending } from '../../src/outbox/read.ts'
import { connection } from '../../src/signals/connection.ts'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

// Dexie answers outside act(), so after the first render React runs as in a browser.

const HOUR_MS = 3_600_000
const booking = bookingOf(BOOKING_ID, {
  start_time: new Date(Date.now() + HOUR_MS).toISOString(),
  end_time: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
})

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
  const db = databases.user(sessionOf().user.user_id)
  await db.bookings.put({ id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() })
})

const dotOf = (host: HTMLElement): string | null =>
  host.querySelector('a[href="/bookings"] [role="img"]')?.getAttribute('aria-label') ?? null

test('Bookings in the bottom bar has a dot while a request waits for signal, and none before and after', async () => {
  const host = await render(<AppBottomBar running={false} />)
  setActing(false)
  expect(dotOf(host)).toBeNull()
  await cancelBooking({ booking, minRefundMinor: 300 })
  await vi.waitFor(() => expect(dotOf(host)).toBe('1 waiting for signal'))
  const [row] = await readPending()
  if (row === undefined) throw new Error('nothing waits')
  await removeRequest(row.id)
  await vi.waitFor(() => expect(dotOf(host)).toBeNull())
})
