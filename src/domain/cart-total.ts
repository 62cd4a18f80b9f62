/** Total of a cart with its coupon: one function for phone and provider, so both agree to the minor unit. */
import { ok, type Result } from '../lib/result.ts'
import { type Coupon, type CouponProblem, discountOf, isFor } from './coupon.ts'
import { minor, multiplyHalfUp, sumMinor } from './money.ts'
import type { QuoteLine, Tax } from './tariff-types.ts'
import { taxLines } from './tax.ts'

export const PRODUCT_KINDS = ['monthly_pass', 'day_bundle', 'permit', 'car_wash', 'accessory'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]

/** Limits per line and per cart. */
export const MAX_QUANTITY = 99
export const MAX_CART_LINES = 40

export interface CartGoods {
  readonly kind: ProductKind
  /** Price of one piece in minor units. */
  readonly priceMinor: number
  /** 1 to `MAX_QUANTITY`. */
  readonly quantity: number
  readonly taxes: readonly Tax[]
}

type TaxLine = Extract<QuoteLine, { kind: 'tax' }>

/** Minor units. `taxMinor` includes taxes inside the price; `totalMinor` adds only the others. */
export interface PricedLine {
  readonly goodsMinor: number
  readonly discountMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
}

export interface PricedCart {
  readonly lines: readonly PricedLine[]
  readonly goodsMinor: number
  readonly discountMinor: number
  /** Taxes of the whole cart, by code. */
  readonly taxes: readonly TaxLine[]
  readonly totalMinor: number
}

interface PriceInput {
  readonly goods: readonly CartGoods[]
  readonly coupon: Coupon | null
  /** Current time; decides which taxes and coupons are in force. */
  readonly nowMs: number
}

/**
 * Prices the goods less the coupon, with taxes on the remainder. The discount is split exactly over the lines it
 * applies to, in proportion to their price, so a returned line refunds exactly what was paid for it.
 */
export function priceCart({ goods, coupon, nowMs }: PriceInput): Result<PricedCart, CouponProblem> {
  const prices = goods.map(({ priceMinor, quantity }) => minor(priceMinor * quantity))
  const eligible = goods.map(({ kind }, index) => (isFor(coupon, kind) ? (prices[index] ?? 0) : 0))
  const discount = coupon === null ? ok(0) : discountOf(coupon, { subtotalMinor: sumMinor(eligible), nowMs })
  if (!discount.ok) return discount
  const shares = splitMinor(discount.value, eligible)
  const taxes: TaxLine[] = []
  const lines = goods.map((line, index) => {
    const [goodsMinor, discountMinor] = [prices[index] ?? 0, shares[index] ?? 0]
    const own = taxLines(line.taxes, goodsMinor - discountMinor, nowMs)
    taxes.push(...own)
    const addedMinor = sumMinor(own.map(({ included, amountMinor }) => (included ? 0 : amountMinor)))
    const taxMinor = sumMinor(own.map(({ amountMinor }) => amountMinor))
    return { goodsMinor, discountMinor, taxMinor, totalMinor: goodsMinor - discountMinor + addedMinor }
  })
  return ok({
    lines,
    goodsMinor: sumMinor(prices),
    discountMinor: discount.value,
    taxes: mergeTaxes(taxes),
    totalMinor: sumMinor(lines.map(({ totalMinor }) => totalMinor)),
  })
}

/** Splits `amountMinor` in proportion to the weights, largest remainders first. */
export function splitMinor(amountMinor: number, weights: readonly number[]): readonly number[] {
  const whole = BigInt(sumMinor(weights))
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amountMinor) * BigInt(weight))
  const shares = exact.map((share) => Number(share / whole))
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, amountMinor - sumMinor(shares))) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

function mergeTaxes(lines: readonly TaxLine[]): readonly TaxLine[] {
  const byCode = new Map<string, TaxLine>()
  for (const line of lines) {
    const key = `${line.code}:${String(line.included)}`
    byCode.set(key, { ...line, amountMinor: line.amountMinor + (byCode.get(key)?.amountMinor ?? 0) })
  }
  return [...byCode.values()]
}

interface Bought {
  readonly quantity: number
  readonly totalMinor: number
  readonly taxMinor: number
}

/**
 * Returns the refund of `pieces` after `before` were already refunded; cumulative rounding makes the parts add up to
 * the line's total.
 */
export function refundPieces(
  { quantity, totalMinor, taxMinor }: Bought,
  { before, pieces }: { readonly before: number; readonly pieces: number },
): { readonly refundMinor: number; readonly taxMinor: number } {
  const paidFor = (count: number): number => multiplyHalfUp(totalMinor, count, quantity)
  const taxIn = (partMinor: number): number => (totalMinor === 0 ? 0 : multiplyHalfUp(partMinor, taxMinor, totalMinor))
  const [from, to] = [paidFor(before), paidFor(before + pieces)]
  return { refundMinor: to - from, taxMinor: taxIn(to) - taxIn(from) }
}
