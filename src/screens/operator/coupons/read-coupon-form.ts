import type { OperatorCouponBody } from '../../../contract/operator-shop.ts'
import { getCountry } from '../../../domain/country.ts'
import { parseCouponCode, PARKING } from '../../../domain/coupon.ts'
import { DAY_MS, type Instant, toInstant, toRfc3339 } from '../../../domain/instant.ts'
import type { Currency } from '../../../domain/money.ts'
import { atLocalMinute, toLocalInput } from '../../../domain/zone.ts'
import { rawTextOf } from '../../../parts/field-checks.ts'
import {
  checkCodes,
  countryOfAll,
  isWithin,
  moneyOf,
  type OfferProblems,
  optionalCountOf,
  optionalMoneyOf,
  problemIf,
  textOf,
  wholeOf,
} from '../read-offer.ts'

export type DiscountType = OperatorCouponBody['discount_type']

/** The chosen car parks, and the current time. */
interface CouponChoice {
  readonly codes: readonly string[]
  readonly now: Instant
}

const isPercentage = (form: FormData): boolean => rawTextOf(form, 'discount_type') !== 'fixed'

/** Returns minor units or a whole percentage; returns NaN when invalid. */
function discountOf(form: FormData, currency: Currency): number {
  if (!isPercentage(form)) return moneyOf(form, 'discount', currency)
  const percent = wholeOf(textOf(form, 'discount').replace(/\s*%$/, ''))
  return isWithin(percent, [1, 100]) ? percent : Number.NaN
}

/** Returns days since 1970, without a time zone; returns undefined when no day was entered. */
function dayOf(form: FormData, name: string): number | undefined {
  const text = rawTextOf(form, name)
  const days = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / DAY_MS : Number.NaN
  return Number.isInteger(days) ? days : undefined
}

/** Returns the current day in the car parks' country, in a date field's format. */
export const dayIn = (now: Instant, codes: readonly string[]): string =>
  toLocalInput(now, getCountry(countryOfAll(codes).country_code).timezone).slice(0, 10)

function checkDays(form: FormData, { codes, now }: CouponChoice): OfferProblems {
  const [first, last] = [dayOf(form, 'first_day'), dayOf(form, 'last_day')]
  if (first === undefined) return { first_day: 'day' }
  if (last === undefined) return { last_day: 'day' }
  if (last < first) return { last_day: 'order' }
  return problemIf(rawTextOf(form, 'last_day') < dayIn(now, codes), 'last_day', 'past')
}

/** Returns the problems, in the order of the fields. */
export function checkCoupon(form: FormData, choice: CouponChoice): OfferProblems {
  const { currency } = countryOfAll(choice.codes)
  const isMoney = (name: string): boolean => !Number.isNaN(optionalMoneyOf(form, name, currency))
  const isCount = (name: string): boolean => !Number.isNaN(optionalCountOf(form, name, 1))
  return {
    ...problemIf(!parseCouponCode(textOf(form, 'code')).ok, 'code', 'code'),
    ...problemIf(Number.isNaN(discountOf(form, currency)), 'discount', isPercentage(form) ? 'percent' : 'price'),
    ...problemIf(isPercentage(form) && !isMoney('maximum'), 'maximum', 'amount'),
    ...problemIf(!isMoney('minimum'), 'minimum', 'amount'),
    ...checkDays(form, choice),
    ...problemIf(!isCount('limit_in_all'), 'limit_in_all', 'stock'),
    ...problemIf(!isCount('limit_per_user'), 'limit_per_user', 'stock'),
    ...checkCodes(choice.codes),
  }
}

/**
 * Requires `checkCoupon` to have found no problem. The coupon is valid until the end of its last day, in its country's
 * time zone.
 */
export function readCoupon(form: FormData, codes: readonly string[]): OperatorCouponBody {
  const { country_code, currency } = countryOfAll(codes)
  const { timezone } = getCountry(country_code)
  const startOf = (day: number): string => toRfc3339(toInstant(atLocalMinute(day, 0, timezone)))
  return {
    ...{ country_code, currency, kinds: [PARKING], parks: [...codes] },
    code: textOf(form, 'code'),
    discount_type: isPercentage(form) ? 'percentage' : 'fixed',
    discount: discountOf(form, currency),
    minimum_order: optionalMoneyOf(form, 'minimum', currency) ?? 0,
    maximum_discount: isPercentage(form) ? optionalMoneyOf(form, 'maximum', currency) : null,
    limit_per_user: optionalCountOf(form, 'limit_per_user', 1),
    limit_in_all: optionalCountOf(form, 'limit_in_all', 1),
    start_date: startOf(dayOf(form, 'first_day') ?? 0),
    end_date: startOf((dayOf(form, 'last_day') ?? 0) + 1),
  }
}
