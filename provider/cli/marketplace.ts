import * as v from 'valibot'
import {
  operatorCouponBody,
  type OperatorCouponBody,
  operatorProductBody,
  type ProductChangeBody,
} from '../../src/contract/operator-shop.ts'
import { getCountry, isCountryCode } from '../../src/domain/country.ts'
import { PARKING } from '../../src/domain/coupon.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { type CouponRow, listCoupons } from '../repositories/coupons.ts'
import { findAnyProduct, listAllProducts, type ProductRow } from '../repositories/products.ts'
import { issueCoupon, stopCoupon } from '../services/issue-coupons.ts'
import { addProduct as sellProduct, alterProduct } from '../services/sell-goods.ts'
import type { Printed } from './attendants.ts'
import { readOffer, readPrice } from './offer-file.ts'

const PRODUCTS_USAGE = `products list
products add FILE.json      sell something new; the format is in docs/marketplace.md
products price ID AMOUNT    in units of its currency, from now on
products stock ID COUNT     how many are left; "unlimited" for no limit
products end ID             sell no more of it`
const COUPONS_USAGE = `coupons list
coupons add FILE.json       the format is in docs/marketplace.md
coupons end COUNTRY CODE    no order can use it any more`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })
const usage = (text: string): Printed => ({ lines: [text], exitCode: 2 })

/** In a file, whole percentages are written as text too. */
const couponFile = v.strictObject({
  ...operatorCouponBody.entries,
  discount: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    operatorCouponBody.entries.discount,
  ),
})

async function addProduct(db: Database, file: string): Promise<Printed> {
  const read = await readOffer(file, { schema: operatorProductBody, amounts: () => ['price'] })
  if (!read.ok) return refused(read.error)
  const added = await sellProduct(db, { body: read.value, within: null, nowMs: systemClock.now() })
  return added.ok
    ? said(`Product ${String(added.value.product_id)} is sold in ${added.value.country_code}.`)
    : refused(added.error.words)
}

const productLine = (row: ProductRow): string =>
  [
    String(row.product_id),
    row.country_code,
    row.kind,
    `${toDecimal(toMoney(row.price_minor, row.currency))} ${row.currency}`,
    row.pass !== null
      ? `${String(row.pass.at_once)} at once`
      : row.stock === null
        ? 'unlimited'
        : `${String(row.stock)} left`,
    row.active ? 'sold' : 'ended',
    row.names.en,
  ].join('  ')

/** Parses the arguments after `products VERB NUMBER`. Returns undefined for an unknown verb. */
function readChange(verb: string, text: string, known: ProductRow): Result<ProductChangeBody, string> | undefined {
  if (verb === 'end') return ok({ active: false })
  if (verb === 'price') return readPrice(text, known.currency)
  if (verb !== 'stock') return undefined
  if (text !== 'unlimited' && !/^\d{1,6}$/.test(text)) return err('COUNT is a number, or "unlimited".')
  return ok({ stock: text === 'unlimited' ? null : Number(text) })
}

/** `words`: the arguments after `products`. */
export async function runProducts(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return said(...(await listAllProducts(db)).map(productLine))
  if (verb === 'add' && first !== '') return addProduct(db, first)
  if (!/^\d{1,9}$/.test(first)) return usage(PRODUCTS_USAGE)
  const known = await findAnyProduct(db, Number(first))
  if (known === undefined) return refused('No product has this number.')
  const change = readChange(verb, second, known)
  if (change === undefined) return usage(PRODUCTS_USAGE)
  if (!change.ok) return refused(change.error)
  const wish = { productId: known.product_id, change: change.value, within: null, nowMs: systemClock.now() }
  const changed = await db.transaction((tx) => alterProduct(tx, wish))
  return changed.ok ? said(productLine(changed.value)) : refused(changed.error.words)
}

const COUPON_AMOUNTS = ['minimum_order', 'maximum_discount'] as const

/** `kinds`: what the coupon applies to when the file does not say. */
async function addCoupon(db: Database, file: string, kinds: OperatorCouponBody['kinds']): Promise<Printed> {
  const read = await readOffer(file, {
    schema: couponFile,
    amounts: (fields) => (fields['discount_type'] === 'percentage' ? COUPON_AMOUNTS : ['discount', ...COUPON_AMOUNTS]),
  })
  if (!read.ok) return refused(read.error)
  const body = { ...read.value, kinds: read.value.kinds ?? kinds }
  const issued = await db.transaction((tx) => issueCoupon(tx, { body, within: null, nowMs: systemClock.now() }))
  return issued.ok
    ? said(`Coupon ${issued.value.code} holds in ${issued.value.country_code}.`)
    : refused(issued.error.words)
}

const couponLine = (row: CouponRow): string => {
  const { currency } = getCountry(row.country_code)
  const discount =
    row.discount_type === 'fixed'
      ? `${toDecimal(toMoney(row.discount, currency))} ${currency}`
      : `${String(row.discount)} %`
  const limit = row.limit_in_all === null ? '' : ` of ${String(row.limit_in_all)}`
  const state = row.active ? `until ${toRfc3339(row.ends_at)}` : 'ended'
  return [row.country_code, row.code, discount, `used ${String(row.used)}${limit}`, state].join('  ')
}

const PROMO_USAGE = `promo list
promo add FILE.json         as coupons add, for parking
promo end COUNTRY CODE      no booking can use it any more`

const isForParking = ({ kinds }: CouponRow): boolean => kinds?.includes(PARKING) === true

/** `words`: the arguments after `coupons`, or after `promo`, which handles the coupons that discount parking. */
export async function runCoupons(db: Database, words: readonly string[], isPromo = false): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') {
    const coupons = await listCoupons(db)
    return said(...coupons.filter((row) => !isPromo || isForParking(row)).map(couponLine))
  }
  if (verb === 'add' && first !== '') return addCoupon(db, first, isPromo ? [PARKING] : null)
  const country = first.toUpperCase()
  if (verb !== 'end' || !isCountryCode(country) || second === '') return usage(isPromo ? PROMO_USAGE : COUPONS_USAGE)
  const key = { country, code: second.toUpperCase(), within: null }
  const stopped = await db.transaction((tx) => stopCoupon(tx, key))
  return stopped.ok ? said(`Coupon ${key.code} is ended.`) : refused(stopped.error.words)
}
