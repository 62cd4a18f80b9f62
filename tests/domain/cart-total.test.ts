import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CartGoods,
  MAX_CART_LINES,
  MAX_QUANTITY,
  priceCart,
  PRODUCT_KINDS,
  refundPieces,
} from '../../src/domain/cart-total.ts'
import { type Coupon, parseCouponCode } from '../../src/domain/coupon.ts'
import { err, ok } from '../../src/lib/result.ts'
import type { Tax } from '../../src/domain/tariff.ts'

const tax = (value: number, included: boolean): Tax => ({
  ...{ code: `t${String(value)}`, name: 'Tax', kind: 'percent', value, included },
  ...{ compound: false, fromMs: null, toMs: null },
})
const VAT = tax(7_500, true)
const NOW = 1_000

const goods = (priceMinor: number, quantity = 1, kind: CartGoods['kind'] = 'accessory'): CartGoods => ({
  ...{ kind, priceMinor, quantity },
  taxes: [VAT],
})
const coupon = (changes: Partial<Coupon> = {}): Coupon => ({
  ...{ discountType: 'percentage', discount: 10, minimumMinor: 0, maximumMinor: null, kinds: null, parks: null },
  ...{ startMs: 0, endMs: 10_000 },
  ...changes,
})
const priced = (lines: readonly CartGoods[], with_: Coupon | null = null) =>
  priceCart({ goods: lines, coupon: with_, nowMs: NOW })

const anyGoods = fc.record({
  kind: fc.constantFrom(...PRODUCT_KINDS),
  priceMinor: fc.integer({ min: 1, max: 100_000_000_000 }),
  quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
  taxes: fc.array(fc.record({ value: fc.integer({ min: 0, max: 30_000 }), included: fc.boolean() }), { maxLength: 2 }),
})
const anyCart = fc
  .array(anyGoods, { minLength: 1, maxLength: MAX_CART_LINES })
  .map((lines) => lines.map((line) => ({ ...line, taxes: line.taxes.map((t) => tax(t.value, t.included)) })))
const anyCoupon = fc.record({
  discountType: fc.constantFrom('fixed' as const, 'percentage' as const),
  discount: fc.integer({ min: 1, max: 2_000_000_000_000 }),
  minimumMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
  maximumMinor: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
  kinds: fc.option(fc.subarray([...PRODUCT_KINDS])),
  parks: fc.constant(null),
  startMs: fc.constant(0),
  endMs: fc.integer({ min: 1, max: 2_000 }),
})

describe('what a cart costs', () => {
  test('as the cart is drawn: ten percent off, tax inside the price', () => {
    const cart = priced([goods(600_000), goods(350_000, 2)], coupon())
    expect(cart).toMatchObject({
      ok: true,
      value: { goodsMinor: 1_300_000, discountMinor: 130_000, totalMinor: 1_170_000 },
    })
    expect(cart.ok && cart.value.taxes).toEqual([
      { kind: 'tax', code: 't7500', name: 'Tax', included: true, amountMinor: 37_674 + 43_953 },
    ])
  })

  test('a tax that is not inside the price is added to what remains', () => {
    const cart = priced([{ ...goods(10_000), taxes: [tax(13_000, false)] }], coupon({ discount: 50 }))
    expect(cart).toMatchObject({ ok: true, value: { totalMinor: 5_650 } })
  })

  test('no coupon takes off more than the goods that it is for cost, and its parts add up', () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, (lines, with_) => {
        const cart = priced(lines, with_)
        if (!cart.ok) return
        const { discountMinor, goodsMinor, totalMinor } = cart.value
        expect(discountMinor).toBeGreaterThanOrEqual(0)
        expect(discountMinor).toBeLessThanOrEqual(goodsMinor)
        expect(cart.value.lines.reduce((sum, line) => sum + line.discountMinor, 0)).toBe(discountMinor)
        expect(cart.value.lines.reduce((sum, line) => sum + line.totalMinor, 0)).toBe(totalMinor)
        for (const [index, line] of cart.value.lines.entries()) {
          expect(line.discountMinor).toBeGreaterThanOrEqual(0)
          expect(line.discountMinor).toBeLessThanOrEqual(line.goodsMinor)
          expect(line.totalMinor).toBeGreaterThanOrEqual(0)
          const kind = lines[index]?.kind ?? 'permit'
          if (with_.kinds !== null && !with_.kinds.includes(kind)) expect(line.discountMinor).toBe(0)
        }
      }),
    )
  })

  test('a discount of 200 percent is refused, not capped', () => {
    expect(priced([goods(1_000)], coupon({ discount: 200 }))).toEqual(err('coupon_over_hundred'))
    expect(priced([goods(1_000)], coupon({ discount: 100 }))).toMatchObject({ ok: true, value: { totalMinor: 0 } })
  })

  test('a fixed discount above the subtotal is refused', () => {
    const fixed = coupon({ discountType: 'fixed', discount: 1_001 })
    expect(priced([goods(1_000)], fixed)).toEqual(err('coupon_over_subtotal'))
    expect(priced([goods(1_001)], fixed)).toMatchObject({ ok: true, value: { totalMinor: 0 } })
  })

  test('a coupon holds from its start to its end, from its minimum on, for its kinds, up to its maximum', () => {
    expect(priced([goods(1_000)], coupon({ startMs: NOW + 1 }))).toEqual(err('coupon_expired'))
    expect(priced([goods(1_000)], coupon({ endMs: NOW }))).toEqual(err('coupon_expired'))
    expect(priced([goods(1_000)], coupon({ minimumMinor: 1_001 }))).toEqual(err('coupon_minimum'))
    expect(priced([goods(1_000)], coupon({ kinds: ['permit'] }))).toEqual(err('coupon_not_applicable'))
    expect(priced([goods(1_000), goods(500, 1, 'permit')], coupon({ kinds: ['permit'] }))).toMatchObject({
      ok: true,
      value: { discountMinor: 50, lines: [{ discountMinor: 0 }, { discountMinor: 50 }] },
    })
    expect(priced([goods(1_000)], coupon({ maximumMinor: 7 }))).toMatchObject({ ok: true, value: { discountMinor: 7 } })
  })
})

describe('what comes back', () => {
  test('pieces give back what was paid for them, all of them everything, in any order of parts', () => {
    const bought = fc.record({
      quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
      totalMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
      share: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(bought, fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), (facts, parts) => {
        const line = { ...facts, taxMinor: Math.floor((facts.totalMinor * facts.share) / 100) }
        let [before, refunded, taxes] = [0, 0, 0]
        for (const part of [...parts, line.quantity]) {
          const pieces = Math.min(part, line.quantity - before)
          const back = refundPieces(line, { before, pieces })
          expect(back.taxMinor).toBeGreaterThanOrEqual(0)
          expect(back.refundMinor).toBeGreaterThanOrEqual(back.taxMinor)
          before += pieces
          refunded += back.refundMinor
          taxes += back.taxMinor
        }
        expect([before, refunded, taxes]).toEqual([line.quantity, line.totalMinor, line.taxMinor])
      }),
    )
  })
})

test('a code is read as people type it, and two of them are refused as two', () => {
  expect(parseCouponCode(' bay-10 ')).toEqual(ok('BAY10'))
  for (const two of ['BAY10 BAY20', 'BAY10,BAY20', 'BAY10+BAY20']) {
    expect(parseCouponCode(two)).toEqual(err('coupon_stacked'))
  }
  for (const none of ['', 'B', 'BAY10<script>', 'é']) expect(parseCouponCode(none)).toEqual(err('coupon_not_found'))
})
