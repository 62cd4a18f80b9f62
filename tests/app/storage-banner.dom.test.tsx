import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StorageBanner } from '../../src/app/storage-banner.tsx'
import type { Booking } from '../../src/contract/bookings.ts'
import { applyBookings } from '../../src/db/apply/bookings.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applySession, applySignOut } from '../../src/db/apply/session.ts'
import { databases } from '../../src/db/databases.ts'
import { readRestored } from '../../src/db/read/bookings.ts'
import { providerRestored } from '../../src/signals/provider-restored.ts'
import { storageBlocked } from '../../src/signals/storage-blocked.ts'
import { storageLost } from '../../src/signals/storage-lost.ts'
import { storageSlow } from '../../src/signals/storage-slow.ts'
import { storageMode } from '../../src/lib/storage-trouble.ts'
import { sessionOf } from '../db/support/session.ts'
import { render, setActing } from '../setup/render.tsx'
import { BOOKING_ID, bookingOf } from '../sync/support/small-provider.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00dd'

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
const isGone = (host: HTMLElement) => vi.waitFor(() => expect(host.textContent).toBe(''))

function tap(host: HTMLElement, label: string): void {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

async function open(): Promise<HTMLElement> {
  const host = await render(<StorageBanner />)
  setActing(false)
  return host
}

beforeEach(() => applySession(databases, sessionOf(USER), 1))
afterEach(() => {
  setActing(false)
  storageLost.set(false)
  storageBlocked.set(false)
  storageSlow.set(false)
  storageMode.set('kept')
  providerRestored.set(null)
})

test('as long as all is well nothing is said', async () => {
  const host = await open()
  expect(host.textContent).toBe('')
})

test('a storage that is slow to answer is said to be waited for, until it has answered', async () => {
  storageSlow.set(true)
  const host = await open()
  await shows(host, 'its storage is slow at the moment')
  storageSlow.set(false)
  await isGone(host)
})

test('fault 22: what was lost and what comes back is said until it was read, also after a reload', async () => {
  await applySignOut(databases)
  storageLost.set(true)
  expect(localStorage.getItem('storageLost')).not.toBeNull()
  const host = await open()
  await shows(host, 'What was saved on this phone is gone')
  expect(host.textContent).toContain('Requests that were waiting for signal are lost')
  await shows(host, 'Sign in to get your bookings, passes and wallet back')
  expect(host.querySelector('a')?.getAttribute('href')).toContain('/auth')
  tap(host, 'OK')
  await isGone(host)
  expect(localStorage.getItem('storageLost')).toBeNull()
})

test('fault 22: a driver who is still signed in is not sent to the sign-in', async () => {
  storageLost.set(true)
  const host = await open()
  await shows(host, 'We’re getting your bookings, passes and wallet back now')
  expect(host.querySelector('a')).toBeNull()
})

test('fault 25: a blocked upgrade asks to close the other tabs, and the note goes by itself', async () => {
  storageBlocked.set(true)
  const host = await open()
  await shows(host, 'Close the other tabs and this one continues.')
  expect(host.querySelector('button')).toBeNull()
  storageBlocked.set(false)
  await isGone(host)
})

test('fault 34: a provider gone back is said with the bookings that it lost and the way to their passes', async () => {
  const pull = async (bookings: readonly Booking[]) => {
    const since = await pullStart(databases, USER)
    return applyBookings(databases, USER, { complete: true, since, savedAt: Date.now(), heardNow: null, bookings })
  }
  await pull([bookingOf(BOOKING_ID)])
  expect(await pull([])).toBe('restored')
  providerRestored.set((await readRestored())?.at ?? null)
  const host = await open()
  await shows(host, 'Baywise was restored from a backup')
  await shows(host, 'Marché Thiès, until')
  expect(host.querySelector('li a')?.getAttribute('href')).toBe(
    `/booking-details/${bookingOf(BOOKING_ID).booking_code}`,
  )
  tap(host, 'OK')
  await isGone(host)
  expect(await readRestored()).toBeNull()
})

test('fault 41: a browser that keeps nothing is said in both languages', async () => {
  storageMode.set('memory')
  const host = await render(<StorageBanner />, 'fr')
  setActing(false)
  await shows(host, 'Ce navigateur n’enregistre rien.')
})
