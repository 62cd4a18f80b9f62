import { goodsOf } from '../contract/marketplace-mapping.ts'
import type { Product } from '../contract/marketplace.ts'
import { hoursFromWire } from '../contract/tariff-mapping.ts'
import { type Opening, passSpan } from '../domain/monthly-pass.ts'
import { priceMonthlyPass } from '../domain/monthly-price.ts'
import type { Quote } from '../domain/tariff.ts'

/** Prices a pass as the provider will. */
export const pricePass = (product: Product, nowMs: number): Omit<Quote, 'tariffVersion'> =>
  priceMonthlyPass(goodsOf(product, 1), { nowMs, currency: product.currency })

/** Returns the month of a pass from its first day, days since 1970-01-01. */
export const spanOfPass = ({ hours, timezone }: NonNullable<Product['pass']>, firstDay: number): Opening =>
  passSpan(hoursFromWire(hours), firstDay, timezone)
