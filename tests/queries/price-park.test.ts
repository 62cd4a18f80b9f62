import { beforeEach, expect, test, vi } from 'vitest'
import { mustInstant } from '../../src/domain/instant.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import { rulesOf } from '../../src/contract/booked-rate.ts'
import { pricePark, type PriceRequest } from '../../src/queries/price-park.ts'
import { makePark, makeRate } from '../screens/find/park-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

/** Makes a rate that is higher in the morning and for some vehicles. */
function makeHourly(): ReturnType<typeof makeRate> {
  const rate = makeRate(300)
  const [window] = rate.tariff.windows
  if (window === undefined) throw new Error('a tariff has a window')
  const morning = {
    ...window,
    to_minute: 720,
    price: { kind: 'unit' as const, tiers: [{ from_unit: 0, unit_price: 900 }] },
  }
  const windows = [morning, { ...window, from_minute: 720 }]
  return { ...rate, tariff: { ...rate.tariff, windows, vehicle_percent: { 2: 150 } } }
}

const REQUESTS: readonly PriceRequest[] = [
  { fromMs: mustInstant('2026-11-23T14:00:00Z'), untilMs: mustInstant('2026-11-23T16:00:00Z'), vehicleTypeId: 1 },
  { fromMs: mustInstant('2026-11-23T14:00:00Z'), untilMs: mustInstant('2026-11-23T16:00:00Z'), vehicleTypeId: 2 },
  { fromMs: mustInstant('2026-11-23T15:00:00Z'), untilMs: mustInstant('2026-11-23T16:00:00Z'), vehicleTypeId: 1 },
  { fromMs: mustInstant('2026-11-23T14:00:00Z'), untilMs: mustInstant('2026-11-23T19:00:00Z'), vehicleTypeId: 1 },
]

test('car parks of one tariff cost what the rule says, whatever was asked of it before: each stay, vehicle and zone', () => {
  const rate = makeHourly()
  const totals = new Set<number>()
  for (const timezone of ['America/Toronto', 'Africa/Lagos', 'America/Toronto'])
    // Every request after every other, so that no price may depend on the previous request.
    for (const request of REQUESTS.flatMap((one) => REQUESTS.flatMap((other) => [one, other]))) {
      const price = pricePark(makePark({ timezone, rate }), request)
      const { vehicleTypeId: vehicleType, fromMs: from, untilMs: to } = request
      expect(price).toEqual(priceStay({ ...rulesOf(rate), vehicleType, from, to, zone: timezone }))
      if (price.ok) totals.add(price.value.totalMinor)
    }
  expect(totals.size).toBeGreaterThan(5)
})

test('one tariff with other taxes is another price', () => {
  const rate = makeHourly()
  const tax = {
    code: 'HST',
    name: 'HST',
    kind: 'percent' as const,
    value: 13_000,
    compound: false,
    included: false,
    from: null,
    to: null,
  }
  const [request] = REQUESTS
  if (request === undefined) throw new Error('a request')
  const without = pricePark(makePark({ rate }), request)
  const withTax = pricePark(makePark({ rate: { ...rate, taxes: [tax] } }), request)
  expect(withTax).not.toEqual(without)
  expect(pricePark(makePark({ rate }), request)).toEqual(without)
})

test('a price is a new one once the one before holds no more', () => {
  const rate = makeHourly()
  const [request] = REQUESTS
  if (request === undefined) throw new Error('a request')
  const holdsUntil = (): number => {
    const price = pricePark(makePark({ rate }), request)
    if (!price.ok) throw new Error('a price')
    return price.value.validUntilMs
  }
  const first = holdsUntil()
  vi.setSystemTime(first - 1)
  expect(holdsUntil()).toBe(first)
  vi.setSystemTime(first)
  expect(holdsUntil()).toBeGreaterThan(first)
})
