import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { arrange, type ListChoice } from '../../../src/screens/find/list-parks.ts'
import { offerFilters } from '../../../src/screens/find/park-filters.ts'
import type { ParkFilter } from '../../../src/stores/map-view.ts'
import { makePark, makeRate, toListed } from './park-fixture.ts'

type Park = ReturnType<typeof makePark>

const FROM = toInstant(Date.UTC(2026, 10, 21, 19, 30))
const CHOICE = {
  stay: { fromMs: FROM, untilMs: toInstant(FROM + 2 * HOUR_MS) },
  vehicleTypeId: 1,
  free: new Map(),
  planOf: () => undefined,
} satisfies Parameters<typeof toListed>[1]
const nearest = { sort: 'nearest', filters: [], vehicleTypeId: 1 } as const
const short = { ...makeRate(100), tariff: { ...makeRate(100).tariff, maximum_stay_minutes: 60 } }

const idsWith = (
  parks: readonly Park[],
  filters: readonly ParkFilter[],
  choice: Partial<Parameters<typeof toListed>[1]> = {},
) => {
  const items = toListed(parks, { ...CHOICE, ...choice })
  return arrange(items, { ...nearest, ...choice, filters }).map(({ park }) => park.id)
}

describe('the list of car parks', () => {
  it('computes each total for the chosen stay', () => {
    const [first] = toListed([makePark()], CHOICE)
    expect(first?.price).toMatchObject({ ok: true, value: { totalMinor: 600, currency: 'CAD' } })
  })

  it('takes off what the driver’s plan takes off there, and orders by what is left', () => {
    const half = { names: { en: 'Half', fr: 'Moitié' }, percent: 50, maximumMinor: null, validUntilMs: FROM + DAY_MS }
    const planOf: ListChoice['planOf'] = ({ id }) => (id === 2 ? half : undefined)
    const parks = [makePark({ id: 1 }), makePark({ id: 2, rate: makeRate(400) })]
    const items = toListed(parks, { ...CHOICE, planOf })
    expect(items.map(({ price }) => price.ok && price.value.totalMinor)).toEqual([600, 400])
    expect(arrange(items, { ...nearest, sort: 'cheapest' }).map(({ park }) => park.id)).toEqual([2, 1])
  })

  it('puts the lowest total first, and parks without a price for this stay last', () => {
    const parks = [makePark({ id: 1, rate: short }), makePark({ id: 2, rate: makeRate(500) }), makePark({ id: 3 })]
    const items = toListed([...parks, makePark({ id: 4, rate: makeRate(200) })], CHOICE)
    expect(arrange(items, { ...nearest, sort: 'cheapest' }).map(({ park }) => park.id)).toEqual([4, 3, 2, 1])
    expect(arrange(items, nearest).map(({ park }) => park.id)).toEqual([1, 2, 3, 4])
  })
})

describe('a filter', () => {
  it('leaves out a park whose height nobody measured, and asks more of it for a van than for a car', () => {
    const parks = [
      makePark({ id: 1 }),
      makePark({ id: 2, height_limit_m: 1.95 }),
      makePark({ id: 3, height_limit_m: 2.1 }),
      makePark({ id: 4, height_limit_m: 2.8 }),
    ]
    expect(idsWith(parks, ['height'])).toEqual([3, 4])
    expect(idsWith(parks, ['height'], { vehicleTypeId: 3 })).toEqual([4])
  })

  it('takes parks that can be booked for the whole stay', () => {
    expect(idsWith([makePark({ id: 1, rate: short }), makePark({ id: 2 })], ['open'])).toEqual([2])
  })

  it('takes free spaces only as counted for this stay', () => {
    const at = '2026-11-21T19:00:00Z'
    const free = new Map([
      [1, { park_id: 1, available: 3, available_at: at }],
      [2, { park_id: 2, available: 0, available_at: at }],
    ])
    const parks = [1, 2, 3].map((id) => makePark({ id, available: 40, available_at: at }))
    expect(idsWith(parks, ['free'], { free })).toEqual([1])
  })

  it('takes a walk of ten minutes, not a park whose distance nobody knows', () => {
    const parks = [makePark({ id: 1, distance_m: 600 }), makePark({ id: 2, distance_m: 700 }), makePark({ id: 3 })]
    expect(idsWith(parks, ['walk'])).toEqual([1])
  })

  it('goes with all others, and of two kinds takes either', () => {
    const parks = [
      makePark({ id: 1, kind: 'garage', covered: true }),
      makePark({ id: 2, kind: 'lot', covered: true }),
      makePark({ id: 3, kind: 'street', covered: true }),
      makePark({ id: 4, kind: 'garage', covered: false }),
    ]
    expect(idsWith(parks, ['covered', 'garage', 'lot'])).toEqual([1, 2])
  })
})

describe('what is offered', () => {
  const offersOf = (parks: readonly Park[], on: readonly ParkFilter[] = []) =>
    offerFilters(toListed(parks, CHOICE), on, { vehicleTypeId: 1 })

  it('is what some parks pass and some do not, with how many are left', () => {
    const parks = [makePark({ kind: 'lot' }), makePark({ id: 2, kind: 'lot', ev_chargers: 4 })]
    expect(offersOf(parks)).toEqual([{ filter: 'ev', count: 1 }])
    expect(offersOf([makePark({ covered: true })])).toEqual([])
  })

  it('has every kind that the list of all car parks has', () => {
    const kinds = ['airport', 'stadium', 'station'] as const
    const parks = kinds.map((kind, index) => makePark({ id: index + 1, kind }))
    expect(offersOf(parks)).toEqual(kinds.map((filter) => ({ filter, count: 1 })))
    expect(idsWith(parks, ['airport', 'station'])).toEqual([1, 3])
  })

  it('counts beside what is on, and keeps what is on although nothing passes it', () => {
    const parks = [
      makePark({ id: 1, kind: 'garage', ev_chargers: 2 }),
      makePark({ id: 2, kind: 'lot', ev_chargers: 2 }),
      makePark({ id: 3, kind: 'lot' }),
    ]
    expect(offersOf(parks, ['ev', 'garage', 'covered'])).toEqual([
      { filter: 'covered', count: 0 },
      { filter: 'ev', count: 0 },
      { filter: 'garage', count: 0 },
      { filter: 'lot', count: 0 },
    ])
    expect(offersOf(parks, ['ev', 'garage'])).toEqual([
      { filter: 'ev', count: 1 },
      { filter: 'garage', count: 1 },
      { filter: 'lot', count: 1 },
    ])
  })
})
