import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBookings } from '../../../src/db/apply/bookings.ts'
import { pullStart } from '../../../src/db/apply/pull-order.ts'
import { applySession, applySessionExpired } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import { enqueue, enqueueContext } from '../../../src/outbox/enqueue.ts'
import ActivityScreen from '../../../src/screens/activity/activity-screen.tsx'
import BookingsScreen from '../../../src/screens/bookings/bookings-screen.tsx'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { add, newVehicleId } from '../../sync/support/outbox-phone.ts'
import { BOOKING_ID, bookingOf, START_MS } from '../../sync/support/small-provider.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00ff'

const shows = (host: HTMLElement, text: string | RegExp) => vi.waitFor(() => expect(host.textContent).toMatch(text))

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  await applySession(databases, sessionOf(USER), START_MS)
  const pull = {
    bookings: [bookingOf(BOOKING_ID)],
    complete: true,
    since: await pullStart(databases, USER),
    savedAt: START_MS,
    heardNow: START_MS,
  }
  await applyBookings(databases, USER, pull)
  await enqueue({ ...enqueueContext, clock: { now: () => START_MS } }, USER, add(newVehicleId(1), 'KJA-777QQ'))
  await applySessionExpired(databases, sessionOf(USER).refresh_token)
  vi.setSystemTime(START_MS + 21 * DAY_MS)
})
afterEach(() => {
  vi.useRealTimers()
})

test('fault 46: after three weeks the bookings are there with their age and the way to sign in', async () => {
  const host = await render(<BookingsScreen />)
  setActing(false)
  await shows(host, 'Marché Thiès')
  await shows(host, /Saved 21.Nov/)
  await shows(host, 'Sign in again')
})

test('fault 46: after three weeks what waits is there with the day on which it was asked for', async () => {
  const host = await render(<ActivityScreen />)
  setActing(false)
  await shows(host, 'Add the vehicle KJA-777QQ')
  await shows(host, /requested.*21.Nov/)
  await shows(host, 'Sign in again')
})
