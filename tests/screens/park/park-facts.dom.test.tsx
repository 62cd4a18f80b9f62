import { act } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { connection } from '../../../src/signals/connection.ts'
import { chosenMapApp } from '../../../src/stores/map-app.ts'
import { DirectionsRow } from '../../../src/parts/directions-row.tsx'
import { HoursRow } from '../../../src/screens/park/hours-row.tsx'
import { ParkFacts } from '../../../src/screens/park/park-facts.tsx'
import { render } from '../../setup/render.tsx'
import { makePark } from '../find/park-fixture.ts'

/** A Monday, 09:00 in Toronto. */
const FROM = toInstant(Date.parse('2026-11-23T14:00:00Z'))
const STAY = { from: FROM, until: toInstant(FROM + 2 * HOUR_MS) }
const PARK = { timezone: 'America/Toronto' }
const AT = { lat: 43.67, lng: -79.39 }

beforeEach(() => {
  connection.set({ state: 'online', lastSuccessAt: FROM })
  localStorage.clear()
  chosenMapApp.set(null)
  vi.useFakeTimers({ now: FROM, toFake: ['Date'] })
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(() => {
  vi.useRealTimers()
})

it('has no row for what no source says', async () => {
  const unknown = {
    ...{ available: null, available_at: null, capacity: null, height_limit_m: null, opening_hours: null },
    ...{ ev_chargers: null, accessible_spaces: null, covered: null, lat: null, lng: null, kind: 'unknown' as const },
  }
  const page = await render(<ParkFacts park={makePark(unknown)} stay={STAY} />)
  expect(page.textContent).toBe('')
})

it('has a row for each fact that is known', async () => {
  const known = { height_limit_m: 2.1, ev_chargers: 4, accessible_spaces: 3, kind: 'lot' as const, covered: true }
  const page = await render(<ParkFacts park={makePark({ ...known, opening_hours: '24/7', ...AT })} stay={STAY} />)
  const rows = [...page.querySelectorAll('li')].map((row) => row.textContent)
  expect(rows.slice(1)).toEqual([
    'Height limit 2.1\u00a0mCheck your roof',
    'Open-air, covered',
    'Open 24 hours',
    'EV chargers: 4',
    'Accessible spaces: 3',
    'Entrance not markedTell us',
    'Directions',
  ])
})

const ELEVATOR = { en: 'The elevator is repaired', fr: 'L’ascenseur est en réparation' }

it.each([
  ['over', [{ from: '2026-11-23T10:00:00Z', to: '2026-11-23T14:00:00Z' }], null],
  ['now', [{ from: '2026-11-23T10:00:00Z', to: '2026-11-23T16:00:00Z' }], 'Closed until 11:00'],
  ['now, with no end', [{ from: '2026-11-23T10:00:00Z', to: null }], 'Closed until further notice'],
  ['to come, with no end', [{ from: '2026-11-23T16:00:00Z', to: null }], 'Closed from 11:00'],
  [
    'the next of two to come',
    [
      { from: '2026-11-24T16:00:00Z', to: '2026-11-24T18:00:00Z' },
      { from: '2026-11-23T16:00:00Z', to: '2026-11-23T18:00:00Z' },
    ],
    'Closed today 11:00 –\u2060 13:00',
  ],
])('says of a closure that is %s until when, and why', async (_when, times, text) => {
  const park = makePark({ ...AT, kind: 'lot' })
  const closures = times.map((time) => ({ ...time, reason: ELEVATOR }))
  const closed = { ...park, rate: { ...park.rate, tariff: { ...park.rate.tariff, closures } } }
  const page = await render(<ParkFacts park={closed} stay={STAY} />)
  const first = page.querySelector('li')?.textContent.replaceAll('\u00a0', ' ')
  if (text === null) expect(first).not.toContain('Closed')
  else expect(first).toBe(`${text}${ELEVATOR.en}`)
})

const Address = () => <output>{useLocation().search}</output>

it('says that no entrance is marked and lets it be told, with the stay kept', async () => {
  const page = await render(
    <>
      <Link to="?from=1&until=2">from a list</Link>
      <ParkFacts park={makePark({ ...AT, kind: 'lot' })} stay={STAY} />
      <Address />
    </>,
  )
  const tap = (text: string) =>
    act(async () => [...page.querySelectorAll('a')].find((link) => link.textContent.includes(text))?.click())
  await tap('from a list')
  await tap('Entrance not marked')
  expect(page.querySelector('output')?.textContent).toBe('?from=1&until=2&report=facts')
})

it.each([
  ['the stay is in the closure', { from: -HOUR_MS, to: 5 * HOUR_MS }, false],
  ['the stay runs into it', { from: HOUR_MS, to: null }, false],
  ['it ends before the stay', { from: -3 * HOUR_MS, to: 0 }, true],
  ['it begins after the stay', { from: 2 * HOUR_MS, to: null }, true],
])('says of free spaces what is true beside a closure: %s', async (_case, { from, to }, isCounted) => {
  const at = (ms: number) => new Date(FROM + ms).toISOString()
  const base = makePark(AT)
  const closure = { from: at(from), to: to === null ? null : at(to), reason: { en: 'Flood', fr: 'Inondation' } }
  const tariff = { ...base.rate.tariff, closures: [closure] }
  const park = makePark({ ...AT, available: 0, available_at: at(0), rate: { ...base.rate, tariff } })
  const page = await render(<ParkFacts park={park} stay={STAY} />)
  expect(page.textContent.includes('Full')).toBe(isCounted)
})

it.each([
  ['today', 0, 'Cleaning'],
  ['tomorrow', 24, 'Flood'],
])('shows the closure that a stay runs into %s, of two', async (_when, hours, reason) => {
  const at = (ms: number) => new Date(FROM + ms).toISOString()
  const base = makePark(AT)
  const closures = [
    { from: at(-2 * HOUR_MS), to: at(HOUR_MS), reason: { en: 'Cleaning', fr: 'Nettoyage' } },
    { from: at(24 * HOUR_MS), to: at(30 * HOUR_MS), reason: { en: 'Flood', fr: 'Inondation' } },
  ]
  const park = makePark({ ...AT, rate: { ...base.rate, tariff: { ...base.rate.tariff, closures } } })
  const stay = { from: toInstant(FROM + hours * HOUR_MS), until: toInstant(FROM + (hours + 2) * HOUR_MS) }
  const page = await render(<ParkFacts park={park} stay={stay} />)
  expect(page.textContent).toContain(reason)
})

it('speaks of no entrance to spaces along a street', async () => {
  const street = await render(<ParkFacts park={makePark({ ...AT, kind: 'street' })} stay={STAY} />)
  expect(street.textContent).toContain('On the street')
  expect(street.textContent).not.toContain('Entrance')
})

it.each([
  ['Mo-Fr 05:00-22:00', 'Open until 22:00Mo-Fr 05:00-22:00'],
  ['Mo-Fr 05:00-10:30', 'Closes 10:30, before your stay endsMo-Fr 05:00-10:30'],
  ['Mo-Fr 10:00-22:00', 'Closed when your stay begins, opens 10:00Mo-Fr 10:00-22:00'],
  ['Observe Posted Restrictions', 'Observe Posted Restrictions'],
])('says of %s what it means for the stay', async (text, shown) => {
  const page = await render(<HoursRow text={text} park={PARK} stay={STAY} />)
  expect(page.textContent).toBe(shown)
})

it('asks once with which maps app, keeps the choice, and lets it be changed', async () => {
  const page = await render(<DirectionsRow at={AT} />)
  expect(page.querySelectorAll('a')).toHaveLength(0)
  await act(async () => page.querySelector('button')?.click())
  const links = [...page.querySelectorAll('a')]
  expect(links.map((link) => link.textContent)).toEqual(['Google Maps', 'OpenStreetMap', 'Waze'])
  // Keeps the page from navigating.
  links[2]?.addEventListener('click', (event) => event.preventDefault())
  await act(async () => links[2]?.click())
  expect(localStorage.getItem('baywise-maps')).toBe('waze')
  const [chosen] = page.querySelectorAll('a')
  expect([chosen?.textContent, chosen?.getAttribute('href')]).toEqual([
    'Directions with Waze',
    'https://www.waze.com/ul?ll=43.670000%2C-79.390000&navigate=yes',
  ])
  expect(page.querySelector('[aria-label="Choose another maps app"]')).not.toBeNull()
})

it('asks again where the kept app is none that this phone has', async () => {
  chosenMapApp.set('phone')
  const page = await render(<DirectionsRow at={AT} />)
  expect(page.querySelector('button')?.textContent).toBe('Directions')
})
