import { invariant } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'

/** ISO 4217 codes in use. Amounts are integers in minor units; XOF has none, so 500 means 500 F CFA. */
export type Currency = 'NGN' | 'XOF' | 'USD' | 'CAD'

export const CURRENCIES: readonly Currency[] = ['NGN', 'XOF', 'USD', 'CAD']

export interface Money {
  readonly amountMinor: number
  readonly currency: Currency
}

/** Digits after the decimal point (ISO 4217 exponent). */
export const CURRENCY_EXPONENT: Readonly<Record<Currency, number>> = { NGN: 2, XOF: 0, USD: 2, CAD: 2 }

export const isCurrency = (text: string): text is Currency => (CURRENCIES as readonly string[]).includes(text)

/** Returns the amount; throws unless it is a safe integer, because a fraction of a minor unit is always a bug. */
export function minor(amountMinor: number): number {
  invariant(Number.isSafeInteger(amountMinor), `${String(amountMinor)} is not an amount in minor units`)
  // -0 would print as "-0" and differ from 0 in a deep comparison.
  return amountMinor === 0 ? 0 : amountMinor
}

export const toMoney = (amountMinor: number, currency: Currency): Money => ({
  amountMinor: minor(amountMinor),
  currency,
})

/** Throws when the currencies differ: money is never converted. */
export function addMoney(a: Money, b: Money): Money {
  invariant(a.currency === b.currency, `cannot add ${b.currency} to ${a.currency}`)
  return toMoney(a.amountMinor + b.amountMinor, a.currency)
}

/** Throws when the currencies differ: money is never converted. */
export function subtractMoney(a: Money, b: Money): Money {
  invariant(a.currency === b.currency, `cannot subtract ${b.currency} from ${a.currency}`)
  return toMoney(a.amountMinor - b.amountMinor, a.currency)
}

/** Returns the sum in minor units; throws when it exceeds the safe integers. */
export const sumMinor = (amounts: readonly number[]): number => minor(amounts.reduce((sum, amount) => sum + amount, 0))

/**
 * Returns `amountMinor * numerator / denominator` in minor units, rounded half up (half away from zero for a negative
 * amount, so that a refund mirrors its charge). Integer arithmetic only: no floating-point product is ever rounded.
 */
export function multiplyHalfUp(amountMinor: number, numerator: number, denominator: number): number {
  invariant(Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator), 'a ratio is made of safe integers')
  invariant(numerator >= 0 && denominator > 0, 'a ratio is not negative')
  const magnitude = Math.abs(minor(amountMinor))
  const doubled = 2 * magnitude * numerator + denominator
  const rounded =
    Number.isSafeInteger(doubled) && Number.isSafeInteger(2 * denominator)
      ? (doubled - (doubled % (2 * denominator))) / (2 * denominator)
      : Number((2n * BigInt(magnitude) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)))
  return minor(amountMinor < 0 ? -rounded : rounded)
}

export type MoneyTextError = 'not_a_number' | 'too_precise' | 'too_large'

const DECIMAL = /^(\d+)(?:[.,](\d*))?$/

/**
 * Parses decimal text without sign, symbol or grouping into minor units: `12.5` is 1250 in USD; a comma also works as
 * the decimal sign. `too_precise`: more non-zero decimals than the currency has.
 */
export function parseMinor(text: string, currency: Currency): Result<number, MoneyTextError> {
  const match = DECIMAL.exec(text.trim())
  if (match === null) return err('not_a_number')
  const exponent = CURRENCY_EXPONENT[currency]
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  if (decimals.length > exponent) return err('too_precise')
  const amountMinor = Number(`${match[1] ?? ''}${decimals.padEnd(exponent, '0')}`)
  return Number.isSafeInteger(amountMinor) ? ok(amountMinor) : err('too_large')
}

/**
 * Formats plain decimal text with a point and the currency's number of decimals (`14.00`), for machines, never for
 * display.
 */
export function toDecimal({ amountMinor, currency }: Money): string {
  const exponent = CURRENCY_EXPONENT[currency]
  const digits = String(Math.abs(minor(amountMinor))).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const sign = amountMinor < 0 ? '-' : ''
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`
}
