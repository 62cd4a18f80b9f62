import { describe, expect, it } from 'vitest'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { listParks, usefulFilters, type ListChoice } from '../../../src/screens/find/list-parks.ts'
import { makePark, makeRate } from './park-fixture.ts'

const FROM = toInstant(Date.UTC(2026, 10, 21, 19, 30))
const CHOICE: ListChoice = {
  stay: { fromMs: FROM, untilMs: toInstant(FROM + 2 * HOUR_MS) },
  vehicleTypeId: 1,
  sort: 'nearest',
  filters: [],
  free: new Map(),
}

describe('the list of car parks', () => {
  it('computes each total for the chosen stay', () => {
    const [first] = listParks([makePark()], CHOICE)
    expect(first?.price).toMatchObject({ ok: true, value: { totalMinor: 600, currency: 'CAD' } })
  })

  it('puts the lowest total first, and parks without a price for this stay last', () => {
    const short = makeRate(100)
    const parks = [
      makePark({ id: 1, rate: { ...short, tariff: { ...short.tariff, maximum_stay_minutes: 60 } } }),
      makePark({ id: 2, rate: makeRate(500) }),
      makePark({ id: 3, rate: makeRate(200) }),
    ]
    expect(listParks(parks, { ...CHOICE, sort: 'cheapest' }).map(({ park }) => park.id)).toEqual([3, 2, 1])
    expect(listParks(parks, CHOICE).map(({ park }) => park.id)).toEqual([1, 2, 3])
  })

  it('leaves out a park whose height nobody measured', () => {
    const parks = [
      makePark({ id: 1 }),
      makePark({ id: 2, height_limit_m: 1.95 }),
      makePark({ id: 3, height_limit_m: 2.1 }),
    ]
    expect(listParks(parks, { ...CHOICE, filters: ['height'] }).map(({ park }) => park.id)).toEqual([3])
  })

  it('offers only filters that have data', () => {
    expect(usefulFilters([makePark(), makePark({ id: 2, ev_chargers: 4 })])).toEqual(['ev'])
    expect(usefulFilters([makePark({ covered: true })])).toEqual([])
  })
})
