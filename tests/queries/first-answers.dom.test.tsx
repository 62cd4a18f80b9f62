import 'fake-indexeddb/auto'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test, vi } from 'vitest'
import { applyParks } from '../../src/db/apply/parks.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { forgetFirstAnswers } from '../../src/queries/first-answers.ts'
import type { Query } from '../../src/queries/query.ts'
import { readOwnFirst, readRecentsFirst } from '../../src/queries/read-first-page.ts'
import { useBookings } from '../../src/queries/use-bookings.ts'
import { readNearFirst, useParksNear } from '../../src/queries/use-parks-near.ts'
import { useRecents } from '../../src/queries/use-recents.ts'
import { useSession } from '../../src/queries/use-session.ts'
import { parkOf } from '../db/support/park.ts'
import { sessionOf } from '../db/support/session.ts'
import { setActing } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

const HERE = { lat: 43.65, lng: -79.38 }
const USER_ID = sessionOf().user.user_id

/** Renders a component that uses the hook; returns the query of each render. */
function draw<T>(useIt: () => Query<T>): readonly Query<T>[] {
  const seen: Query<T>[] = []
  const Watcher = (): ReactNode => {
    seen.push(useIt())
    return null
  }
  flushSync(() => createRoot(document.createElement('div')).render(<Watcher />))
  return seen
}

const putBooking = (code: string) =>
  databases.user(USER_ID).bookings.put({
    id: BOOKING_ID,
    code,
    booking: bookingOf(BOOKING_ID, { booking_code: code }),
    seq: 1,
    savedAt: Date.now(),
  })

const codesIn = (query: Query<readonly { readonly booking_code: string }[]> | undefined) =>
  query?.status === 'ready' ? query.value.map(({ booking_code: code }) => code) : 'loading'

beforeAll(async () => {
  setActing(false)
  await applySession(databases, sessionOf(), Date.now())
  await putBooking('CODE-0001')
  await applyParks(databases, [parkOf({ id: 1, ...HERE })], Date.now())
})

test('what was read ahead is there when a page is drawn first; what changes afterwards is seen', async () => {
  await Promise.all([readOwnFirst(), readRecentsFirst(), readNearFirst(HERE, { limit: 5 })])

  expect(draw(useSession)[0]).toMatchObject({ status: 'ready', value: { user: { user_id: USER_ID } } })
  expect(draw(useRecents)[0]).toMatchObject({ status: 'ready', value: { searches: [], parks: [] } })
  expect(draw(() => useParksNear(HERE, { limit: 5 }))[0]).toMatchObject({ status: 'ready', value: [{ id: 1 }] })
  // Only the limit that was read ahead has an answer.
  expect(draw(() => useParksNear(HERE, { limit: 6 }))[0]).toEqual({ status: 'loading' })

  const bookings = draw(useBookings)
  expect(codesIn(bookings[0])).toEqual(['CODE-0001'])
  await putBooking('CODE-0002')
  await vi.waitFor(() => expect(codesIn(bookings.at(-1))).toEqual(['CODE-0002']))
})

test('once the first page stands, every page reads for itself, and an answer that comes late is dropped', async () => {
  const late = readOwnFirst()
  forgetFirstAnswers()
  await late
  const bookings = draw(useBookings)
  expect(codesIn(bookings[0])).toBe('loading')
  await vi.waitFor(() => expect(codesIn(bookings.at(-1))).toEqual(['CODE-0002']))
})
