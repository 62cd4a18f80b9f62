/** Price of a monthly pass: one function for phone and provider. */
import { invariant } from '../lib/assert.ts'
import { type CartGoods, priceCart } from './cart-total.ts'
import type { Currency } from './money.ts'
import { QUOTE_VALID_MS } from './tariff.ts'
import type { Quote } from './tariff-types.ts'

/** Converts the product's price and taxes to lines of a booking. */
export function priceMonthlyPass(
  goods: Omit<CartGoods, 'quantity'>,
  { nowMs, currency }: { readonly nowMs: number; readonly currency: Currency },
): Omit<Quote, 'tariffVersion'> {
  const cart = priceCart({ goods: [{ ...goods, quantity: 1 }], coupon: null, nowMs })
  invariant(cart.ok, 'only a coupon is refused')
  const { goodsMinor, taxes, totalMinor } = cart.value
  return {
    lines: [{ kind: 'package', package: 'monthly', amountMinor: goodsMinor }, ...taxes],
    totalMinor,
    currency,
    validUntilMs: nowMs + QUOTE_VALID_MS,
  }
}
