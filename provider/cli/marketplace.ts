import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { bothLanguages, countryCode, instantText, vehicleTypeId } from '../../src/contract/common.ts'
import { COUPON_KINDS } from '../../src/contract/marketplace.ts'
import { hoursToWire } from '../../src/contract/tariff-mapping.ts'
import { taxSchema } from '../../src/contract/tariff.ts'
import { MAX_QUANTITY, PRODUCT_KINDS } from '../../src/domain/cart-total.ts'
import { type CountryCode, getCountry, isCountryCode } from '../../src/domain/country.ts'
import { PARKING, parseCouponCode } from '../../src/domain/coupon.ts'
import { mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { parseMinor, toDecimal, toMoney } from '../../src/domain/money.ts'
import { isPassKind, PASS_KINDS } from '../../src/domain/monthly-pass.ts'
import { parseOpeningHours } from '../../src/domain/opening-hours.ts'
import type { DailyWindow } from '../../src/domain/tariff-types.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { type CouponRow, endCoupon, insertCoupon, listCoupons } from '../repositories/coupons.ts'
import { findParkIds } from '../repositories/pairing.ts'
import { changeProduct, insertProduct, listAllProducts, type ProductRow } from '../repositories/products.ts'
import type { Printed } from './attendants.ts'

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

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY))
const productFile = v.strictObject({
  country_code: countryCode,
  kind: v.picklist(PRODUCT_KINDS),
  park: v.optional(v.nullable(v.string()), null),
  names: bothLanguages,
  details: bothLanguages,
  price: v.string(),
  taxes: v.array(taxSchema),
  stock: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  limit: v.optional(count, 1),
  /** Of a monthly pass or permit: `hours` as in "Mon-Fri 06:00-20:00", left out: at any time. */
  pass: v.optional(
    v.strictObject({
      hours: v.optional(v.nullable(v.string()), null),
      vehicle_types: v.optional(v.nullable(v.pipe(v.array(vehicleTypeId), v.minLength(1))), null),
      at_once: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
})

const couponFile = v.strictObject({
  country_code: countryCode,
  code: v.string(),
  discount_type: v.picklist(['fixed', 'percentage']),
  /** Units of the currency, or whole percent. */
  discount: v.string(),
  minimum_order: v.optional(v.string(), '0'),
  maximum_discount: v.optional(v.nullable(v.string()), null),
  limit_per_user: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  limit_in_all: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))), null),
  kinds: v.optional(v.nullable(v.array(v.picklist(COUPON_KINDS))), null),
  /** Codes of car parks. */
  parks: v.optional(v.nullable(v.pipe(v.array(v.string()), v.minLength(1))), null),
  start_date: instantText,
  end_date: instantText,
})

export async function readJson<T extends v.GenericSchema>(
  file: string,
  schema: T,
): Promise<Result<v.InferOutput<T>, string>> {
  try {
    const parsed = v.safeParse(schema, JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) return ok(parsed.output)
    const [issue] = parsed.issues
    return err(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  } catch (error) {
    if (error instanceof SyntaxError) return err(error.message)
    throw error
  }
}

type ProductFile = v.InferOutput<typeof productFile>

/** A pass lets in and out in steps of five minutes. */
const isInSteps = ({ fromMinute, toMinute }: DailyWindow): boolean => fromMinute % 5 === 0 && toMinute % 5 === 0

/** Null: no pass. */
function toPass({ kind, park, stock, pass }: ProductFile): Result<ProductRow['pass'], string> {
  if (!isPassKind(kind)) return pass === undefined ? ok(null) : err(`pass is for ${PASS_KINDS.join(' and ')}.`)
  if (pass === undefined || park === null || stock !== null) {
    return err(`A ${kind} names its car park and a pass with at_once, and has no stock.`)
  }
  const hours = pass.hours === null ? [] : parseOpeningHours(pass.hours)
  if (hours === null || !hours.every(isInSteps))
    return err(`Not hours as in "Mon-Fri 06:00-20:00": ${pass.hours ?? ''}`)
  return ok({ ...pass, hours: hoursToWire(hours) })
}

async function addProduct(db: Database, file: string): Promise<Printed> {
  const read = await readJson(file, productFile)
  if (!read.ok) return refused(read.error)
  const pass = toPass(read.value)
  if (!pass.ok) return refused(pass.error)
  const { price, limit, park, ...product } = read.value
  const { currency } = getCountry(product.country_code)
  const amount = parseMinor(price, currency)
  if (!amount.ok || amount.value === 0) return refused(`Not an amount in ${currency}: ${price}`)
  const found = park === null ? null : (await findParkIds(db, [park.toUpperCase()])).get(park.toUpperCase())
  if (found === undefined) return refused(`No car park has the code ${park ?? ''}.`)
  const id = await insertProduct(db, {
    ...{ ...product, currency, price_minor: amount.value, order_limit: limit, demo: false },
    ...{ park_id: found?.id ?? null, pass: pass.value, updated_at: toInstant(systemClock.now()) },
  })
  return said(`Product ${String(id)} is sold in ${product.country_code}.`)
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

/** `words` begins behind `products`. */
export async function runProducts(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return said(...(await listAllProducts(db)).map(productLine))
  if (verb === 'add' && first !== '') return addProduct(db, first)
  if (!/^\d{1,9}$/.test(first)) return usage(PRODUCTS_USAGE)
  const known = (await listAllProducts(db)).find(({ product_id: id }) => id === Number(first))
  if (known === undefined) return refused('No product has this number.')
  const amount = parseMinor(second, known.currency)
  const changes = {
    price: amount.ok && amount.value > 0 ? { priceMinor: amount.value } : undefined,
    stock:
      known.pass !== null
        ? undefined
        : second === 'unlimited'
          ? { stock: null }
          : /^\d{1,9}$/.test(second)
            ? { stock: Number(second) }
            : undefined,
    end: { active: false },
  }
  const change = Object.hasOwn(changes, verb) ? changes[verb as keyof typeof changes] : undefined
  if (change === undefined) return usage(PRODUCTS_USAGE)
  const changed = await changeProduct(db, { productId: known.product_id, ...change, nowMs: systemClock.now() })
  return changed === undefined ? refused('No product has this number.') : said(productLine(changed))
}

type CouponFile = v.InferOutput<typeof couponFile>

function toCoupon(file: CouponFile): Result<Omit<CouponRow, 'active' | 'used' | 'parks'>, string> {
  const { currency } = getCountry(file.country_code)
  const code = parseCouponCode(file.code)
  if (!code.ok) return err('A code has 3 to 20 letters and digits.')
  const isFixed = file.discount_type === 'fixed'
  const discount = isFixed ? parseMinor(file.discount, currency) : parsePercent(file.discount)
  if (!discount.ok || discount.value === 0) return err(`Not a discount: ${file.discount}`)
  if (!isFixed && discount.value > 100) return err('Discount less then or equal to 100')
  const minimum = parseMinor(file.minimum_order, currency)
  const maximum = file.maximum_discount === null ? ok(null) : parseMinor(file.maximum_discount, currency)
  if (!minimum.ok || !maximum.ok) return err(`minimum_order and maximum_discount are amounts in ${currency}.`)
  const [startMs, endMs] = [mustInstant(file.start_date), mustInstant(file.end_date)]
  if (endMs <= startMs) return err('A coupon ends after it starts.')
  return ok({
    ...{ code: code.value, country_code: file.country_code, discount_type: file.discount_type, kinds: file.kinds },
    ...{ discount: discount.value, minimum_minor: minimum.value, maximum_minor: maximum.value, demo: false },
    ...{ limit_per_user: file.limit_per_user, limit_in_all: file.limit_in_all, starts_at: startMs, ends_at: endMs },
  })
}

const parsePercent = (text: string): Result<number, 'not_a_number'> =>
  /^\d{1,9}$/.test(text) ? ok(Number(text)) : err('not_a_number')

/** The ids of car parks, by their codes; null: everywhere. */
export async function findParksIn(
  db: Database,
  country: CountryCode,
  codes: readonly string[] | null,
): Promise<Result<readonly number[] | null, string>> {
  if (codes === null) return ok(null)
  const wanted = codes.map((code) => code.toUpperCase())
  const found = await findParkIds(db, wanted)
  const missing = wanted.find((code) => !found.has(code) || !code.startsWith(country))
  if (missing !== undefined) return err(`No car park in ${country} has the code ${missing}.`)
  return ok([...found.values()].map(({ id }) => id))
}

/** `kinds`: what it is for where the file says nothing of it. */
async function addCoupon(db: Database, file: string, kinds: CouponRow['kinds']): Promise<Printed> {
  const read = await readJson(file, couponFile)
  if (!read.ok) return refused(read.error)
  const described = { ...read.value, kinds: read.value.kinds ?? (kinds === null ? null : [...kinds]) }
  const coupon = toCoupon(described)
  if (!coupon.ok) return refused(coupon.error)
  const isHere = described.parks === null || described.kinds?.includes(PARKING) === true
  if (!isHere) return refused('parks are for coupons for parking.')
  const parks = await findParksIn(db, described.country_code, described.parks)
  if (!parks.ok) return refused(parks.error)
  const isNew = await insertCoupon(db, { ...coupon.value, parks: parks.value })
  const { code, country_code: country } = coupon.value
  return isNew ? said(`Coupon ${code} holds in ${country}.`) : refused(`${country} has a coupon ${code} already.`)
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

/** `words` begins behind `coupons`, or behind `promo`, which is for those that take something off parking. */
export async function runCoupons(db: Database, words: readonly string[], isPromo = false): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') {
    const coupons = await listCoupons(db)
    return said(...coupons.filter((row) => !isPromo || isForParking(row)).map(couponLine))
  }
  if (verb === 'add' && first !== '') return addCoupon(db, first, isPromo ? [PARKING] : null)
  const country = first.toUpperCase()
  if (verb !== 'end' || !isCountryCode(country) || second === '') return usage(isPromo ? PROMO_USAGE : COUPONS_USAGE)
  return (await endCoupon(db, { country, code: second.toUpperCase() }))
    ? said(`Coupon ${second.toUpperCase()} is ended.`)
    : refused('No coupon has this code there.')
}
