import 'fake-indexeddb/auto'
import type { ReactElement } from 'react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import RunningBar from '../../../src/app/running-bar.tsx'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import RunningCard from '../../../src/screens/home/running-card.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-23T15:20:00Z'))

const MINUTE_MS = 60_000
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

async function open(
  element: ReactElement,
  minutesLeft: number,
): Promise<readonly (readonly [string, string | null])[]> {
  const booking = bookingOf(BOOKING_ID, { start_time: inMinutes(-60), end_time: inMinutes(minutesLeft) })
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  const host = await render(element)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent.replaceAll(/\s/g, ' ')).toContain(`${String(minutesLeft)} min left`))
  return Array.from(host.querySelectorAll('a'), (link) => [link.textContent, link.getAttribute('href')] as const)
}

const PASS = ['Pass', '/booking-details/CODE-0001/pass'] as const

describe.each<[string, ReactElement]>([
  ['the card on home', <RunningCard key="card" />],
  ['the bar', <RunningBar key="bar" />],
])('%s', (_name, element) => {
  test('with 8 minutes left offers Extend beside the pass, with no connection too', async () => {
    expect(await open(element, 8)).toEqual([['Extend', '/booking-details/CODE-0001?extend'], PASS])
  })

  test('with 25 minutes left offers the pass alone', async () => {
    expect(await open(element, 25)).toEqual([PASS])
  })
})
