import { act } from 'react'
import type { Park } from '../../../src/queries/price-park.ts'
import { expect, it, vi } from 'vitest'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { ParkList } from '../../../src/screens/find/park-list.tsx'
import { render } from '../../setup/render.tsx'
import { makePark, makeRate, toListed } from './park-fixture.ts'

const FROM = toInstant(Date.UTC(2026, 10, 21, 19, 30))
const STAY = { fromMs: FROM, untilMs: toInstant(FROM + 3 * HOUR_MS) }
const demoRate = { ...makeRate(500), tariff: { ...makeRate(500).tariff, demo: true } }
const listed = toListed(
  [
    makePark({ id: 1, address: '9 Bedford Road', distance_m: 231 }),
    makePark({ id: 2, name: 'Mall', rate: demoRate, available: null, available_at: null }),
  ],
  { stay: STAY, vehicleTypeId: 1, free: new Map(), planOf: () => undefined },
)
const props = { listed, stay: STAY, vehicleTypeId: 1, selectedId: 1 } as const

// jsdom has no layout, so there is nowhere to scroll to.
Element.prototype.scrollIntoView = () => undefined

it('shows the total of the whole stay, the distance and how old the free places are', async () => {
  const page = await render(<ParkList {...props} tap="open" />)
  const [first] = page.querySelectorAll('a')
  expect(first?.textContent).toContain('C$9.00')
  expect(first?.textContent).toContain('230\u00a0m, about 4 min walk, 9 Bedford Road')
  expect(first?.textContent).toMatch(/40 free, /)
  expect(first?.getAttribute('href')).toBe(
    `/park/green-p-carpark-1-toronto-ca0000a?from=${STAY.fromMs}&until=${STAY.untilMs}&vehicle_type_id=1`,
  )
})

it('says that a tariff is the sandbox’s and that nobody counts the places', async () => {
  const page = await render(<ParkList {...props} tap="open" />)
  const second = page.querySelectorAll('a')[1]
  expect(second?.textContent).toContain('Demo price')
  expect(second?.textContent).toContain('Free spaces not known')
})

it('says where the price is known when no source gives one, not that the car park is closed', async () => {
  const unpriced = { ...makeRate(500), tariff: { ...makeRate(500).tariff, windows: [] } }
  const card = await cardOf({ rate: unpriced, hourly_from: null }, 5)
  expect(card?.textContent).toContain('Price at the car park')
  expect(card?.textContent).not.toContain('Closed')
})

it('selects beside a map and tells which card is selected', async () => {
  const onSelect = vi.fn()
  const page = await render(<ParkList {...props} onSelect={onSelect} tap="select" />)
  const [first, second] = page.querySelectorAll('button')
  expect(first?.getAttribute('aria-pressed')).toBe('true')
  expect(second?.getAttribute('aria-pressed')).toBe('false')
  act(() => second?.click())
  expect(onSelect).toHaveBeenCalledWith(2)
})

it('writes French amounts and words', async () => {
  const page = await render(<ParkList {...props} tap="open" />, 'fr')
  expect(page.textContent).toContain('9,00\u00a0$')
  expect(page.textContent).toContain('Prix démo')
})

const NOW = Date.UTC(2026, 10, 21, 19, 20)

/** Renders one card for a car park whose free spaces for the stay the provider has stated. */
async function cardOf(part: Partial<Park>, available: number): Promise<Element | null> {
  vi.useFakeTimers({ now: NOW })
  try {
    const forStay = { park_id: 1, available, available_at: '2026-11-21T19:19:00Z' }
    const one = toListed([makePark(part)], {
      ...{ stay: STAY, vehicleTypeId: 1 },
      free: new Map([[1, forStay]]),
      planOf: () => undefined,
    })
    const page = await render(<ParkList {...props} listed={one} tap="open" />)
    return page.querySelector('a')
  } finally {
    vi.useRealTimers()
  }
}
const toneOf = (card: Element | null): string | null | undefined =>
  card?.querySelector('[data-tone]')?.getAttribute('data-tone')

it('says how much is free for the chosen stay, with the time of the count, whatever the saved row says of another time', async () => {
  const card = await cardOf({ available: 0 }, 37)
  expect(card?.textContent).toContain('37 free of 100 for this stay, 14:19')
  expect(toneOf(card)).toBe('good')
})

it('says that a car park is full for the chosen stay, although it has room now', async () => {
  const full = await cardOf({ available: 40 }, 0)
  expect(full?.textContent).toContain('Full for this stay, 14:19')
  expect(toneOf(full)).toBe('full')
})

/** A rate closed by its operator until further notice. */
const closedRate = {
  ...makeRate(500),
  tariff: {
    ...makeRate(500).tariff,
    closures: [{ from: '2026-11-21T18:00:00Z', to: null, reason: { en: 'Works', fr: 'Travaux' } }],
  },
}

it('says that a car park is closed for the chosen stay, not that somebody has taken its spaces', async () => {
  const card = await cardOf({ rate: closedRate }, 0)
  expect(card?.textContent).toContain('Closed for your stay')
  expect(card?.textContent).not.toContain('Full')
  expect(toneOf(card)).toBe('full')
})

it('says by a saved tariff that a car park is closed, whatever was free when it was saved', async () => {
  const saved = toListed([{ ...makePark({ rate: closedRate, available: 40 }), savedAt: NOW }], {
    ...{ stay: STAY, vehicleTypeId: 1 },
    free: new Map(),
    planOf: () => undefined,
  })
  const page = await render(<ParkList {...props} listed={saved} tap="open" />, 'fr')
  expect(page.textContent).toContain('Fermé pendant votre stationnement')
  expect(page.textContent).not.toContain('40')
})

it('never shows what is left of an invented capacity as a fact, nor an invented name as a name', async () => {
  const card = await cardOf({ demo: true, demo_fields: ['name', 'capacity'] }, 37)
  expect(card?.textContent).toContain('37 free of 100 for this stay, 14:19, demo figure')
  expect(toneOf(card)).toBe('old')
  expect(card?.textContent).toContain('Green P Carpark 1 demo name')
})

it('gives a count of another time its own time, and calls it neither good nor full', async () => {
  const saved = toListed([makePark({ available: 0 }), makePark({ id: 2 })], {
    ...{ stay: STAY, vehicleTypeId: 1 },
    free: new Map(),
    planOf: () => undefined,
  })
  const page = await render(<ParkList {...props} listed={saved} tap="open" />)
  const [full, some] = page.querySelectorAll('a')
  expect(full?.textContent).toMatch(/Full, /)
  expect(toneOf(some ?? null)).toBe('old')
})

it('says on each card of the mirror how old its price is, and nothing of one that came from the provider just now', async () => {
  const saved = toListed([{ ...makePark({ id: 1 }), savedAt: Date.UTC(2026, 10, 21, 19, 5) }, makePark({ id: 2 })], {
    stay: STAY,
    vehicleTypeId: 1,
    free: new Map(),
    planOf: () => undefined,
  })
  const page = await render(<ParkList {...props} listed={saved} tap="open" />)
  const [first, second] = page.querySelectorAll('a')
  expect(first?.textContent).toMatch(/Saved .*14:05/)
  expect(second?.textContent).not.toContain('Saved')
})
