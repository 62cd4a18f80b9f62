import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refundNow, shortenedNow } from '../../src/domain/cancellation.ts'
import { HOUR_MS, type Instant, mustInstant, MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { monthsAfter, PLAN_GRACE_MS, planTermsOf } from '../../src/domain/plan.ts'
import { extendedPrice } from '../../src/domain/price-stay.ts'
import { discountStay } from '../../src/domain/stay-coupon.ts'
import { type PlanTerms, quote, type Quote, type QuoteInput, type Tariff, type Tax } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { sharesOf } from '../../provider/rules/price-stay.ts'
import { TEST_TARIFF, TEST_TAX } from '../provider/support/test-parks.ts'

const START = toInstant(Date.UTC(2026, 10, 24, 12))
const NAMES = { en: 'Regular', fr: 'Régulier' }
const plan = (changes: Partial<PlanTerms> = {}): PlanTerms => ({
  ...{ names: NAMES, percent: 20, maximumMinor: null, validUntilMs: START + 1_000 * HOUR_MS },
  ...changes,
})
const after = (minutes: number): Instant => toInstant(START + minutes * MINUTE_MS)
const stay = (minutes: number, changes: Partial<QuoteInput> = {}): QuoteInput => ({
  ...{ tariff: TEST_TARIFF, taxes: [TEST_TAX], vehicleType: 1, from: START, to: after(minutes) },
  ...{ zone: 'America/Toronto', now: START },
  ...changes,
})
const priced = (input: QuoteInput): Quote => {
  const result = quote(input)
  return must(result.ok ? result.value : null, 'a price')
}
const shown = ({ lines }: Quote): number =>
  sumMinor(lines.map((line) => (line.kind === 'tax' && line.included ? 0 : line.amountMinor)))

test('a plan takes its part off parking and fees as a line of its own, and taxes are on what remains', () => {
  expect(priced(stay(60, { plan: plan() }))).toMatchObject({
    totalMinor: 360,
    lines: [
      { kind: 'units' },
      { kind: 'fee' },
      { kind: 'plan', names: NAMES, amountMinor: -90 },
      { kind: 'tax', amountMinor: 37 },
    ],
  })
})

test('it takes off no more than its most a stay, however long the stay gets', () => {
  const capped = plan({ maximumMinor: 100 })
  expect(priced(stay(600, { plan: capped })).totalMinor).toBe(1_050 - 100)
  const longer = extendedPrice({ ...stay(60, { plan: capped }), newEnd: after(600) })
  expect(longer.ok && longer.value.extra.totalMinor).toBe(1_050 - 100 - 360)
})

test('time after its end is paid in full, and an extension past it keeps what was taken off before', () => {
  const ending = plan({ validUntilMs: after(60) })
  expect(priced(stay(120, { plan: ending })).totalMinor).toBe(850 - 90)
  expect(priced(stay(60, { from: after(60), to: after(120), plan: ending })).totalMinor).toBe(450)
  const longer = extendedPrice({ ...stay(60, { plan: ending }), newEnd: after(120) })
  expect(longer.ok && longer.value.extra.totalMinor).toBe(400)
})

test('a coupon is taken off what the plan leaves', () => {
  const coupon = { discountType: 'percentage', discount: 50, minimumMinor: 0, maximumMinor: null } as const
  const held = { ...coupon, kinds: ['parking'] as const, parks: null, startMs: START, endMs: START + HOUR_MS }
  const less = discountStay(
    priced(stay(60, { plan: plan() })),
    { code: 'HALF', coupon: held },
    { parkId: 1, nowMs: START },
  )
  expect(less.ok && less.value.totalMinor).toBe(180)
  if (less.ok) expect(sharesOf(less.value)).toEqual({ totalMinor: 180, feesMinor: 20, taxMinor: 19 })
})

describe('a period', () => {
  const period = { names: NAMES, percent: 20, maximumMinor: null, parks: [7], endMs: START, isCancelled: false }
  test('holds in its car parks alone, and through the grace unless it was cancelled', () => {
    expect(planTermsOf(period, 8)).toBeUndefined()
    expect(planTermsOf(period, 7)?.validUntilMs).toBe(START + PLAN_GRACE_MS)
    expect(planTermsOf({ ...period, isCancelled: true }, 7)?.validUntilMs).toBe(START)
  })

  test.each([
    ['2026-01-31T15:30:00Z', 1, '2026-02-28T15:30:00Z'],
    ['2026-01-31T15:30:00Z', 2, '2026-03-31T14:30:00Z'],
    ['2028-01-31T15:30:00Z', 1, '2028-02-29T15:30:00Z'],
    ['2026-11-24T15:30:00Z', 1, '2026-12-24T15:30:00Z'],
    ['2026-12-31T15:30:00Z', 2, '2027-02-28T15:30:00Z'],
    // The clocks go forward across that minute of the day.
    ['2026-02-08T07:30:00Z', 1, '2026-03-08T07:00:00Z'],
  ])('of %s lasts %i months until %s', (start, months, end) => {
    expect(toRfc3339(monthsAfter(mustInstant(start), months, 'America/Toronto'))).toBe(end)
  })
})

const anyPlan = fc
  .record({
    percent: fc.integer({ min: 1, max: 100 }),
    maximumMinor: fc.option(fc.integer({ min: 1, max: 900 })),
    validUntilMs: fc.integer({ min: -60, max: 4 * 1440 }).map(after),
  })
  .map(plan)
const anyStay = fc.record({
  minutes: fc.integer({ min: 5, max: 3 * 1440 }),
  taxes: fc.array(
    fc
      .record({ value: fc.integer({ min: 0, max: 30_000 }), included: fc.boolean(), compound: fc.boolean() })
      .map((tax): Tax => ({ ...TEST_TAX, ...tax })),
    { maxLength: 3 },
  ),
  feeMinor: fc.integer({ min: 0, max: 900 }),
})
const tariffWith = (feeMinor: number): Tariff => ({
  ...TEST_TARIFF,
  fees: [{ code: 'service', kind: 'flat', value: feeMinor, taxed: true }],
})

test('no price is below nothing or above the whole one, lines add up, and park, fees and tax share what is paid', () => {
  fc.assert(
    fc.property(anyStay, anyPlan, ({ minutes, taxes, feeMinor }, terms) => {
      const input = stay(minutes, { taxes, tariff: tariffWith(feeMinor) })
      const less = priced({ ...input, plan: terms })
      expect(less.totalMinor).toBeGreaterThanOrEqual(0)
      expect(less.totalMinor).toBeLessThanOrEqual(priced(input).totalMinor)
      expect(shown(less)).toBe(less.totalMinor)
      if (less.lines.every(({ kind }) => kind !== 'plan')) return
      const shares = sharesOf(less)
      for (const share of Object.values(shares)) expect(share).toBeGreaterThanOrEqual(0)
      expect(shares.feesMinor + shares.taxMinor).toBeLessThanOrEqual(less.totalMinor)
    }),
  )
})

test('an extension costs no less than nothing, never more than without the plan, and its shares fit into it', () => {
  fc.assert(
    fc.property(anyStay, anyPlan, fc.integer({ min: 5, max: 1440 }), ({ minutes, taxes, feeMinor }, terms, more) => {
      const input = { ...stay(minutes, { taxes, tariff: tariffWith(feeMinor) }), newEnd: after(minutes + more) }
      const [whole, less] = [extendedPrice(input), extendedPrice({ ...input, plan: terms })]
      if (!whole.ok || !less.ok) return
      const { totalMinor, feesMinor, taxMinor } = less.value.extra
      expect(totalMinor).toBeGreaterThanOrEqual(0)
      expect(totalMinor).toBeLessThanOrEqual(whole.value.extra.totalMinor)
      expect(Math.min(feesMinor, taxMinor)).toBeGreaterThanOrEqual(0)
      expect(feesMinor + taxMinor).toBeLessThanOrEqual(totalMinor)
    }),
  )
})

test('no cancel and no earlier end gives back more than was paid', () => {
  fc.assert(
    fc.property(
      anyStay,
      anyPlan,
      fc.integer({ min: -30, max: 3 * 1440 }),
      ({ minutes, taxes, feeMinor }, terms, later) => {
        const input = stay(minutes, { taxes, tariff: tariffWith(feeMinor), plan: terms })
        const { totalMinor } = priced(input)
        const endMs = after(minutes)
        const steps = [
          { untilMs: START, percent: 100 },
          { untilMs: endMs, percent: 50 },
        ]
        const booking = { startMs: START, endMs, totalMinor, rate: input, steps }
        const refundMinor = refundNow(booking, after(later))
        expect(refundMinor).toBeGreaterThanOrEqual(0)
        expect(refundMinor).toBeLessThanOrEqual(totalMinor)
        const shorter = shortenedNow(booking, after(Math.max(5, Math.floor(minutes / 2))), after(later))
        expect(shorter.keptMinor + shorter.refundMinor).toBeLessThanOrEqual(totalMinor)
      },
    ),
  )
})
