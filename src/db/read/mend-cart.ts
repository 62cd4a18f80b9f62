import { MAX_CART_LINES, MAX_QUANTITY, PRODUCT_KINDS } from '../../domain/cart-total.ts'
import type { CountryCode } from '../../domain/country.ts'
import { isUuid, uuid7 } from '../../lib/uuid7.ts'
import type { Cart, CartLine, StoredCart } from '../kept-cart.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const isText = (value: unknown): boolean => typeof value === 'string'
const isInstant = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isWhole = (value: unknown, least: number, most: number = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
const orNull = (value: unknown, isIt: (value: unknown) => boolean): boolean => value === null || isIt(value)

/** Minor units: a full cart at this price, taxes included, is still an exact number. */
const MAX_PRICE = Math.floor(Number.MAX_SAFE_INTEGER / (MAX_QUANTITY * MAX_CART_LINES * 4))

function isTax(value: unknown): boolean {
  const { code, name, kind, value: rate, from, to } = fieldsOf(value)
  return (
    [code, name].every(isText) &&
    (kind === 'flat' || kind === 'percent') &&
    isWhole(rate, 0) &&
    [from, to].every((time) => orNull(time, isInstant))
  )
}

/** Returns whether the pages can show and price it. */
function isProductOf(value: unknown, country: CountryCode): boolean {
  const { id, kind, names, country_code: soldIn, price, currency, taxes, stock, limit } = fieldsOf(value)
  const { en, fr } = fieldsOf(names)
  return (
    isWhole(id, 1) &&
    PRODUCT_KINDS.some((one) => one === kind) &&
    [en, fr, currency].every(isText) &&
    soldIn === country &&
    isWhole(price, 0, MAX_PRICE) &&
    Array.isArray(taxes) &&
    taxes.every(isTax) &&
    orNull(stock, (left) => isWhole(left, 0)) &&
    isWhole(limit, 1)
  )
}

function isCoupon(value: unknown): boolean {
  const {
    code,
    discount_type: type,
    discount,
    minimum_order,
    maximum_discount,
    kinds,
    parks,
    ...rest
  } = fieldsOf(value)
  return (
    isText(code) &&
    (type === 'fixed' || type === 'percentage') &&
    [discount, minimum_order].every((one) => isWhole(one, 0)) &&
    orNull(maximum_discount, (most) => isWhole(most, 0)) &&
    [kinds, parks].every((one) => orNull(one, Array.isArray)) &&
    [rest['start_date'], rest['end_date']].every(isInstant)
  )
}

/** An impossible quantity becomes one, so that a driver never pays for more than they asked for. */
const mendQuantity = (quantity: unknown): number => (isWhole(quantity, 1, MAX_QUANTITY) ? quantity : 1)

/**
 * Reads the stored cart of a country, which an older or broken page may have written. Corrects impossible quantities,
 * leaves out what cannot be shown or priced, and keeps the rest; sets `mended` when anything had to change.
 * @returns null when there is none.
 */
export function mendCart(row: StoredCart | undefined, country: CountryCode): Cart | null {
  if (row?.cart === undefined) return null
  const { id, lines, coupon, mended } = fieldsOf(row.cart)
  const byId = new Map<number, CartLine>()
  const stored: readonly unknown[] = Array.isArray(lines) ? lines : []
  for (const one of stored) {
    const { product, quantity, formerPrice } = fieldsOf(one)
    if (!isProductOf(product, country) || byId.size === MAX_CART_LINES) continue
    const kept = product as CartLine['product']
    byId.set(kept.id, {
      ...{ product: kept, quantity: mendQuantity(quantity) },
      ...(isWhole(formerPrice, 0, MAX_PRICE) ? { formerPrice } : {}),
    })
  }
  const sound = [...byId.values()]
  const isSound =
    Array.isArray(lines) &&
    sound.length === lines.length &&
    sound.every((line, index) => line.quantity === fieldsOf(lines[index])['quantity'])
  const hasId = typeof id === 'string' && isUuid(id)
  const hasCoupon = coupon === null || isCoupon(coupon)
  return {
    // Deterministic: one cart is ordered at most once.
    id: hasId ? id : uuid7(Number.isSafeInteger(row.savedAt) ? row.savedAt : 0, () => 0),
    country,
    lines: sound,
    coupon: hasCoupon ? (coupon as Cart['coupon']) : null,
    ...(mended === true || !isSound || !hasId || !hasCoupon ? { mended: true } : {}),
  }
}
