import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyEvent, applyEvents } from '../../../src/db/apply/events.ts'
import { databases } from '../../../src/db/databases.ts'
import EventsScreen from '../../../src/screens/events/events-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import { appContext } from '../../../src/sync/app-context.ts'
import { detailOf, eventOf, pageOf } from '../../contract/support/events.ts'
import { render, setActing } from '../../setup/render.tsx'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-24T15:20:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
const noNetwork = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
const provide = (answer: unknown) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))

beforeEach(async () => {
  selectedCountry.set({ code: 'CA' } as never)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await databases.public.saved.clear()
})
afterEach(async () => {
  await appContext.settled()
})
afterAll(() => void vi.useRealTimers())

async function open(language: 'en' | 'fr' = 'en'): Promise<HTMLElement> {
  const host = await render(<EventsScreen />, language)
  setActing(false)
  return host
}

test('events say when and where, in the venue’s time, and what became of them', async () => {
  provide(pageOf([eventOf({ status: 'postponed', demo: true }), eventOf({ code: 'EV000002', status: 'cancelled' })]))
  const host = await open()
  await shows(host, 'Winter Night Market')
  const [first, second] = host.querySelectorAll('ul[aria-label="Events"] a')
  expect(first?.getAttribute('href')).toBe('/event/EV7KQ2M4')
  expect(first?.textContent).toContain('Exhibition Place, Toronto')
  expect(first?.textContent).toMatch(/Saturday 12\u00a0December, 18:00\u00a0–\u2060\u00a023:00, Eastern Standard Time/)
  expect(first?.textContent).toContain('Postponed')
  expect(first?.textContent).toContain('Demo event')
  expect(second?.textContent).toContain('Cancelled')
  expect(host.querySelector('a[href="/private-event-access"]')?.textContent).toBe('Open a private event')
})

test('in French the date is French', async () => {
  provide(pageOf([eventOf()]))
  const host = await open('fr')
  await shows(host, 'samedi 12\u00a0décembre, 18\u00a0h\u00a000')
})

test('a country without events says so and leads to its car parks', async () => {
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', () => answered.then(() => Response.json(pageOf([]))))
  const host = await open()
  expect(host.querySelector('[aria-busy]')).not.toBeNull()
  answer()
  await shows(host, 'No events in Canada for now')
  expect(host.querySelector('a[href="/parks-list"]')).not.toBeNull()
})

test('with no connection the saved list stays, with its age, without what is over; a private event is listed below', async () => {
  const over = eventOf({ code: 'EV000003', name: 'Last week', ends_at: '2026-11-20T04:00:00Z' })
  const secret = detailOf({ code: 'EVPRVT0A', name: 'Staff evening', is_private: true })
  const savedAt = Date.parse('2026-11-24T14:05:00Z')
  await applyEvents(databases, { country: 'CA', events: [over, eventOf()], savedAt })
  await applyEvent(databases, { event: { detail: secret, grant: 'grant-1' }, savedAt })
  connection.set({ state: 'offline', lastSuccessAt: savedAt })
  noNetwork()
  const host = await open()
  await shows(host, 'Saved ')
  expect(host.textContent).toContain('Winter Night Market')
  expect(host.textContent).not.toContain('Last week')
  const mine = host.querySelector('ul[aria-label="Private events on this phone"]')
  expect(mine?.textContent).toContain('Staff evening')
})

test('what was never listed and cannot be had says why', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  noNetwork()
  const host = await open()
  await shows(host, 'Loading the events needs a connection.')
  expect(host.querySelector('button')?.textContent).toBe('Try again')
})
