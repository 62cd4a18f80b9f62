import { expect, test } from 'vitest'
import type { Charger } from '../../../src/domain/chargers.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { chargingParks, middlePrice } from '../../../src/screens/charging/charging-parks.ts'
import { parseChargingFilters, writeChargingFilters } from '../../../src/screens/charging/charging-filters.ts'
import { makePark } from '../find/park-fixture.ts'

const NOW = toInstant(Date.parse('2026-11-25T14:20:00Z'))
const charger = (part: Partial<Charger>): Charger => ({
  ...{ connector: 'type1_combo', power_kw: 50, count: 2, price: 48, per: 'kwh', free: null, free_at: null },
  ...part,
})
const near = (id: number, ...chargers: Charger[]) => ({
  ...makePark({ id, currency: 'CAD', chargers }),
  distance_m: id * 100,
  savedAt: NOW,
})
const STAY = { from: toInstant(NOW + 600_000), until: toInstant(NOW + 11_400_000), vehicleTypeId: 1 as const }
const arranged = (text: string, parks: ReturnType<typeof near>[]) =>
  chargingParks(parks, { filters: parseChargingFilters(text), stay: STAY, planOf: () => undefined, now: NOW })

test('filters hold for one charger at once: a fast one and a free one do not make a fast free one', () => {
  const both = near(1, charger({ power_kw: 100 }), charger({ power_kw: 25, free: 2, free_at: '2026-11-25T14:19:00Z' }))
  expect(arranged('100kw', [both])).toHaveLength(1)
  expect(arranged('free', [both])).toHaveLength(1)
  expect(arranged('free,100kw', [both])).toEqual([])
})

test('the cheapest come first where that is asked for, and what has no price last', () => {
  const parks = [
    near(1, charger({ price: null, per: null })),
    near(2, charger({ price: 60 })),
    near(3, charger({ price: 20 })),
  ]
  expect(arranged('', parks).map(({ park }) => park.id)).toEqual([1, 2, 3])
  expect(arranged('cheap', parks).map(({ park }) => park.id)).toEqual([3, 2, 1])
  expect(arranged('cheap', parks)[2]?.totalMinor).toBeNull()
})

test('the total is parking and 30 kWh at the cheapest charger that meets the filters', () => {
  const [item] = arranged('ccs', [near(1, charger({}), charger({ connector: 'nacs', price: 10 }))])
  expect(item?.chargeMinor).toBe(1440)
  const parking = item?.parking.ok === true ? item.parking.value.totalMinor : -1
  expect(item?.totalMinor).toBe(parking + 1440)
})

test('a price filter offers what half of the chargers do not exceed, and finds them', () => {
  const parks = [near(1, charger({ price: 20 })), near(2, charger({ price: 40 })), near(3, charger({ price: 60 }))]
  const middle = middlePrice(parks)
  expect(middle).toBe(1200)
  expect(arranged(`most${String(middle)}`, parks).map(({ park }) => park.id)).toEqual([1, 2])
  expect(middlePrice([near(1, charger({ price: null, per: null }))])).toBeNull()
})

test('an address keeps what was chosen and leaves out what it does not know', () => {
  for (const text of ['', 'ccs', 'nacs,50kw,free,cheap,most1440']) {
    expect(writeChargingFilters(parseChargingFilters(text))).toBe(text)
  }
  expect(writeChargingFilters(parseChargingFilters('<script>,usb,9kw,most-1,mostNaN,type2'))).toBe('type2')
})
