/** Gift credit: money that a driver gives to anyone with its code. It can be spent on parking but never paid out. */
import { checkOf, CROCKFORD, readCrockford } from './code.ts'
import type { Currency } from './money.ts'
import { err, ok, type Result } from '../lib/result.ts'

export const GIFT_STATES = ['open', 'redeemed', 'cancelled'] as const
export type GiftState = (typeof GIFT_STATES)[number]

interface AmountRange {
  readonly minimumMinor: number
  readonly maximumMinor: number
}

/** Amount of one gift in minor units: about 5 to 200 dollars. */
export const GIFT_RANGE: Readonly<Record<Currency, AmountRange>> = {
  NGN: { minimumMinor: 100_000, maximumMinor: 10_000_000 },
  XOF: { minimumMinor: 1_000, maximumMinor: 100_000 },
  USD: { minimumMinor: 500, maximumMinor: 20_000 },
  CAD: { minimumMinor: 500, maximumMinor: 20_000 },
}

export const isGiftAmount = (amountMinor: number, currency: Currency): boolean => {
  const { minimumMinor, maximumMinor } = GIFT_RANGE[currency]
  return Number.isSafeInteger(amountMinor) && amountMinor >= minimumMinor && amountMinor <= maximumMinor
}

/** Unredeemed gifts that one driver may have. */
export const MAX_OPEN_GIFTS = 10

const RANDOM_CHARACTERS = 15
/** Number of random bytes in a code. */
export const GIFT_CODE_BYTES = RANDOM_CHARACTERS

/** 15 characters from the low five bits of 15 bytes, and a check character. */
export function makeGiftCode(bytes: Uint8Array): string {
  const body = Array.from(bytes.subarray(0, RANDOM_CHARACTERS), (byte) => CROCKFORD[byte & 31]).join('')
  return `${body}${checkOf(body)}`
}

export type GiftCodeError = 'gift_code_malformed'

/** Parses a typed or shared code, with or without hyphens and spaces; the check character detects typing errors. */
export function parseGiftCode(text: string): Result<string, GiftCodeError> {
  const code = readCrockford(text).replace(/[^0-9A-Z]/g, '')
  if (code.length !== RANDOM_CHARACTERS + 1 || /[IOU]/.test(code)) return err('gift_code_malformed')
  const body = code.slice(0, RANDOM_CHARACTERS)
  return code.endsWith(checkOf(body)) ? ok(code) : err('gift_code_malformed')
}

/** `ABCD-EFGH-JKMN-PQRS`. */
export const displayGiftCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? ''
