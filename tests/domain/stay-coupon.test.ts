import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coupon } from '../../src/domain/coupon.ts'
import { refundNow, shortenedNow } from '../../src/domain/cancellation.ts'
import { HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { discountStay, findTakenOff } from '../../src/domain/stay-coupon.ts'
import { quote, type Quote, type QuoteLine, type Tariff, type Tax } from '../../src/domain/tariff.ts'
import { err } from '../../src/lib/result.ts'
import { must } from '../../src/lib/assert.ts'
import { sharesOf } from '../../provider/rules/price-stay.ts'
import { TEST_TARIFF, TEST_TAX } from '../provider/support/test-parks.ts'

const START = toInstant(Date.UTC(2026, 10, 24, 12))
const terms = (changes: Partial<Coupon> = {}): Coupon => ({
  ...{ discountType: 'percentage', discount: 10, minimumMinor: 0, maximumMinor: null, kinds: ['parking'], parks: null },
  ...{ startMs: START, endMs: START + HOUR_MS },
  ...changes,
})
const here = { parkId: 7, nowMs: START }
const added: Tax = { ...TEST_TAX, included: false }

function priced(minutes: number, rate: { tariff?: Tariff; taxes?: readonly Tax[] } = {}): Quote {
  const { tariff = TEST_TARIFF, taxes = [TEST_TAX] } = rate
  const to = toInstant(START + minutes * MINUTE_MS)
  const result = quote({ tariff, taxes, vehicleType: 1, from: START, to, zone: 'America/Toronto', now: START })
  return must(result.ok ? result.value : null, 'a price')
}
const less = (price: Quote, coupon: Coupon): Quote => {
  const result = discountStay(price, { code: 'PARK10', coupon }, here)
  return must(result.ok ? result.value : null, 'a discount')
}
const refusal = (price: Quote, changes: Partial<Coupon>, at = here) =>
  discountStay(price, { code: 'PARK10', coupon: terms(changes) }, at)

const shown = (lines: readonly QuoteLine[]): number =>
  sumMinor(lines.map((line) => (line.kind === 'tax' && line.included ? 0 : line.amountMinor)))

test('ten percent off parking and fees is a line of its own, and taxes are on what remains', () => {
  expect(less(priced(60), terms())).toMatchObject({
    totalMinor: 405,
    lines: [
      { kind: 'units' },
      { kind: 'fee' },
      { kind: 'coupon', code: 'PARK10', amountMinor: -45 },
      { kind: 'tax', amountMinor: 41 },
    ],
  })
  // C$4.50 less C$1.00, plus 13 % on the parking's share.
  expect(less(priced(60, { taxes: [added] }), terms({ discountType: 'fixed', discount: 100 }))).toMatchObject({
    totalMinor: 350 + 40,
  })
})

test('all of it may be taken off: nothing is charged, and nobody is paid', () => {
  const free = less(priced(60, { taxes: [added] }), terms({ discount: 100 }))
  expect(free.totalMinor).toBe(0)
  expect(sharesOf(free)).toEqual({ totalMinor: 0, feesMinor: 0, taxMinor: 0 })
})

describe('a coupon takes nothing off', () => {
  test.each([
    ['before it begins', { startMs: START + 1 }, 'coupon_expired'],
    ['when it has ended', { endMs: START }, 'coupon_expired'],
    ['in another car park', { parks: [8] }, 'coupon_not_applicable'],
    ['that is for goods alone', { kinds: null }, 'coupon_not_applicable'],
    ['from a price below its minimum', { minimumMinor: 451 }, 'coupon_minimum'],
    ['that is larger than the price', { discountType: 'fixed', discount: 451 }, 'coupon_over_subtotal'],
    ['of more than a hundred percent', { discount: 101 }, 'coupon_over_hundred'],
  ] as const)('%s', (_, changes, code) => {
    expect(refusal(priced(60), changes)).toEqual(err(code))
  })

  test('from a stay that is free', () => {
    expect(refusal({ ...priced(60), lines: [], totalMinor: 0 }, {})).toEqual(err('coupon_not_applicable'))
  })
})

const anyCoupon = fc
  .record({
    discountType: fc.constantFrom('fixed' as const, 'percentage' as const),
    discount: fc.integer({ min: 1, max: 2_000 }),
    maximumMinor: fc.option(fc.integer({ min: 1, max: 900 })),
    minimumMinor: fc.integer({ min: 0, max: 600 }),
  })
  .map(terms)
const anyStay = fc.record({
  minutes: fc.integer({ min: 5, max: 3 * 1440 }),
  taxes: fc.array(
    fc
      .record({ value: fc.integer({ min: 0, max: 30_000 }), included: fc.boolean(), compound: fc.boolean() })
      .map((tax) => ({ ...TEST_TAX, ...tax })),
    { maxLength: 3 },
  ),
  feeMinor: fc.integer({ min: 0, max: 900 }),
})
const tariffWith = (feeMinor: number): Tariff => ({
  ...TEST_TARIFF,
  fees: [{ code: 'service', kind: 'flat', value: feeMinor, taxed: true }],
})

test('no discount is below nothing or above the price; lines add up, and park, fees and tax share what is paid', () => {
  fc.assert(
    fc.property(anyStay, anyCoupon, ({ minutes, taxes, feeMinor }, coupon) => {
      const whole = priced(minutes, { tariff: tariffWith(feeMinor), taxes })
      const result = discountStay(whole, { code: 'PARK10', coupon }, here)
      if (!result.ok) return
      const { totalMinor, lines } = result.value
      expect(totalMinor).toBeGreaterThanOrEqual(0)
      expect(totalMinor).toBeLessThan(whole.totalMinor)
      expect(shown(lines)).toBe(totalMinor)
      expect(findTakenOff(lines)?.discountMinor).toBeGreaterThan(0)
      const shares = sharesOf(result.value)
      for (const share of Object.values(shares)) expect(share).toBeGreaterThanOrEqual(0)
      expect(shares.feesMinor + shares.taxMinor).toBeLessThanOrEqual(totalMinor)
    }),
  )
})

test('whatever is taken off, no cancel and no earlier end gives back more than was paid', () => {
  fc.assert(
    fc.property(
      anyStay,
      anyCoupon,
      fc.integer({ min: -30, max: 3 * 1440 }),
      ({ minutes, taxes, feeMinor }, coupon, after) => {
        const tariff = tariffWith(feeMinor)
        const result = discountStay(priced(minutes, { tariff, taxes }), { code: 'PARK10', coupon }, here)
        if (!result.ok) return
        const { totalMinor } = result.value
        const endMs = toInstant(START + minutes * MINUTE_MS)
        const rate = { tariff, taxes, vehicleType: 1, zone: 'America/Toronto' } as const
        const steps = [
          { untilMs: START, percent: 100 },
          { untilMs: endMs, percent: 50 },
        ]
        const booking = { startMs: START, endMs, totalMinor, rate, steps }
        const at = toInstant(START + after * MINUTE_MS)
        const refundMinor = refundNow(booking, at)
        expect(refundMinor).toBeGreaterThanOrEqual(0)
        expect(refundMinor).toBeLessThanOrEqual(totalMinor)
        const end = toInstant(START + Math.max(5, Math.floor(minutes / 2)) * MINUTE_MS)
        const shorter = shortenedNow(booking, end, at)
        expect(shorter.keptMinor + shorter.refundMinor).toBeLessThanOrEqual(totalMinor)
        expect(shorter.refundMinor).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
