import { act } from 'react'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { createPlaceFinder } from '../../src/places/place-finder.ts'
import type { PlaceAnswer, PlaceMessage } from '../../src/places/place-messages.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { SearchForm } from '../../src/parts/search-form.tsx'
import { VehicleTypeField } from '../../src/parts/vehicle-type-field.tsx'
import { EMPTY_SEARCH, useSearchDraft } from '../../src/stores/search-draft.ts'
import { usePosition } from '../../src/stores/position.ts'
import { readPlaces } from '../domain/places/support/place-indexes.ts'
import { makePark, makeRate } from '../screens/find/park-fixture.ts'
import { render } from '../setup/render.tsx'

// The mirror has its own tests; here each test sets its contents.
const kept = vi.hoisted((): { parks: readonly unknown[] } => ({ parks: [] }))
vi.mock('../../src/parts/places/use-typed-parks.ts', () => ({ useTypedParks: () => ({ kept: kept.parks, more: [] }) }))
const { favourites } = vi.hoisted(() => ({ favourites: { shown: [] as object[] } }))
vi.mock('../../src/queries/use-favourites.ts', () => ({
  useFavourites: () => ({ status: 'ready', value: favourites }),
}))
vi.mock('../../src/queries/use-kept-parks.ts', () => ({ useKeptParks: () => ({ status: 'ready', value: new Map() }) }))
vi.mock('../../src/queries/use-recents.ts', () => ({ useRecents: () => ({ status: 'loading' }) }))

const STEP_MS = 20
const MOST_STEPS = 500

/** Polls, because packs are read from disk and chunks loaded asynchronously. */
async function until(check: () => void): Promise<void> {
  for (let step = 1; ; step += 1) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, STEP_MS)))
    try {
      return check()
    } catch (error) {
      if (step === MOST_STEPS) throw error
    }
  }
}

/** Runs the worker's own code on the page. */
class ThreadOnPage extends EventTarget {
  readonly #finder = createPlaceFinder({ loadPack: async (country) => readPlaces(country), loadTowns: async () => [] })

  postMessage(message: PlaceMessage): void {
    if (!('question' in message)) return
    const give = (data: PlaceAnswer): void => act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
    // A worker never answers before postMessage has returned.
    setTimeout(() => void this.#finder.ask(message.question, give))
  }

  terminate(): void {
    // Nothing to end: the code runs on the page.
  }
}

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const open = async () => {
  const page = await render(
    <>
      <SearchForm zone="America/Toronto" vehicle={<VehicleTypeField />} />
      <Where />
    </>,
  )
  // The time fields load shortly after the screen; arriving between two steps of a test they would make React complain.
  await until(() => expect(page.querySelectorAll('[type=datetime-local]')).toHaveLength(2))
  const field = page.querySelector<HTMLInputElement>('[role=combobox]')
  if (field === null) throw new Error('no field')
  const rows = () => [...page.querySelectorAll('[role=option]:not(option)')].map((row) => row.textContent)
  return {
    page,
    field,
    rows,
    address: () => page.querySelector('output')?.textContent,
    press: (key: string) =>
      act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    type: async (text: string) => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await until(() => expect(field.getAttribute('aria-expanded')).toBe('true'))
    },
  }
}

beforeEach(() => {
  kept.parks = []
  vi.stubGlobal('Worker', ThreadOnPage)
  Element.prototype.scrollIntoView = () => undefined
  useSearchDraft.setState(EMPTY_SEARCH)
  usePosition.setState({
    asking: false,
    error: null,
    fix: { lat: 43.6532, lng: -79.3832, takenAtMs: 1, accuracyMetres: 20 },
  })
  const base = { autoDetected: false, fallback: false, ip: null, city: null, region: null }
  selectedCountry.set({ ...base, code: 'CA', name: 'Canada' })
})

it('says of each row what it is, where and how far, and how many there are', async () => {
  const form = await open()
  await form.type('union s')
  await until(() => expect(form.rows()[0]).toMatch(/^Union StationStation, Toronto, \d+\sm$/))
  expect(form.page.querySelector('[role=listbox]')).not.toBeNull()
  expect(form.page.querySelector('[role=status]')?.textContent).toMatch(/^\d+ suggestions?$/)
  expect([...form.page.querySelectorAll('[role=option] b')].slice(0, 2).map((bold) => bold.textContent)).toEqual([
    'Union',
    'S',
  ])
})

it('says of a car park that its name and price are invented, and how old its price is', async () => {
  const rate = { ...makeRate(300), tariff: { ...makeRate(300).tariff, demo: true } }
  kept.parks = [{ ...makePark({ name: 'Lot near Bay', demo_fields: ['name'], rate }), savedAt: Date.now() - 3_600_000 }]
  const form = await open()
  await form.type('near bay')
  const row = () => form.rows().find((text) => text.startsWith('Lot near Bay'))
  await until(() => expect(row()).toMatch(/^Lot near Bay demo name.*C\$9\.00.*demo price.*Saved .*\d$/))
})

it('goes to the row that the arrow keys have reached', async () => {
  const form = await open()
  await form.type('union station')
  await until(() => expect(form.rows()[0]).toMatch(/^Union Station/))
  await form.press('ArrowDown')
  const active = form.field.getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(active)?.getAttribute('aria-selected')).toBe('true')
  await form.press('Enter')
  expect(form.address()).toMatch(/^\/search\?search=Union\+Station&lat=43\.6\d+&lng=-79\.3\d+/)
  expect(form.field.getAttribute('aria-expanded')).toBe('false')
})

it('closes by Escape and Tab and keeps what was typed', async () => {
  const form = await open()
  for (const key of ['Escape', 'Tab']) {
    await form.type(`casa ${key}`)
    await form.press(key)
    expect(form.field.getAttribute('aria-expanded')).toBe('false')
    expect(form.field.value).toBe(`casa ${key}`)
  }
})

it('takes coordinates by Enter alone, and says when they are nowhere', async () => {
  const form = await open()
  await form.type('-79.3832, 43.6532')
  await until(() => expect(form.rows()[0]).toContain('Read as longitude, latitude'))
  await form.press('Enter')
  expect(form.address()).toMatch(/lat=43\.65320&lng=-79\.38320/)
  await form.type('95.5, 200.1')
  await until(() => expect(form.page.textContent).toContain('isn’t on Earth'))
})

it('offers a favourite before anything is typed, and by its words', async () => {
  favourites.shown = [
    { park_id: 7, name: 'Union Lot', slug: 'union-lot', address: '65 Front Street', pending: false },
    { park_id: 8, name: 'Marina', slug: 'marina', address: null, pending: false },
  ]
  const form = await open()
  await act(async () => form.field.focus())
  await until(() => expect(form.rows()).toEqual(['Union Lot65 Front Street', 'Marina']))
  await form.type('union')
  await until(() => expect(form.rows()[0]).toMatch(/^Union Station/))
  expect(form.rows().filter((row) => row === 'Union Lot65 Front Street' || row === 'Marina')).toEqual([
    'Union Lot65 Front Street',
  ])
  await act(async () =>
    [...form.page.querySelectorAll<HTMLElement>('[role=option]')]
      .find((row) => row.textContent === 'Union Lot65 Front Street')
      ?.click(),
  )
  expect(form.address()).toBe('/park/union-lot')
  favourites.shown = []
})
