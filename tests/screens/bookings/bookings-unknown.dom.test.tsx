import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import BookingsScreen from '../../../src/screens/bookings/bookings-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'

const { user_id: userId } = sessionOf().user

/** Waits long enough for everything on the phone to be read and rendered. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

beforeEach(async () => {
  await applySession(databases, sessionOf(), Date.now())
  await databases.user(userId).saved.clear()
})

async function open(language: 'en' | 'fr' = 'en'): Promise<HTMLElement> {
  const host = await render(<BookingsScreen />, language)
  setActing(false)
  // Then the database has been read.
  await vi.waitFor(() => expect(host.querySelector('[aria-busy], h2, h3')).not.toBeNull())
  return host
}

test('a phone that was never answered does not say that there is no booking until the provider has', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const host = await open()
  await pause(300)
  expect(host.textContent).not.toContain('No bookings yet')
  expect(host.querySelector('[aria-busy]')).not.toBeNull()
  await databases.user(userId).saved.put({ key: 'bookings', savedAt: Date.now() })
  await vi.waitFor(() => expect(host.textContent).toContain('No bookings yet'))
  expect(host.querySelector('[aria-busy]')).toBeNull()
})

test.each([
  ['en', 'Your bookings are not known yet'],
  ['fr', 'Vos réservations ne sont pas encore connues'],
] as const)('with no signal it says that they are not known, in %s', async (language, text) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  const host = await open(language)
  await vi.waitFor(() => expect(host.textContent).toContain(text))
  expect(host.textContent).not.toContain('No bookings yet')
})
