import type { OperatorProductBody } from '../../../contract/operator-shop.ts'
import { PRODUCT_KINDS, type ProductKind } from '../../../domain/cart-total.ts'
import type { Currency } from '../../../domain/money.ts'
import { isPassKind } from '../../../domain/monthly-pass.ts'
import { FROM_MONDAY, writeOpeningHours } from '../../../domain/opening-week.ts'
import { rawTextOf } from '../../../parts/field-checks.ts'
import {
  checkTexts,
  COUNT_MAX,
  isWithin,
  moneyOf,
  type OfferProblems,
  optionalCountOf,
  problemIf,
  readTexts,
  textOf,
  wholeOf,
} from '../read-offer.ts'
import { readWeek } from '../read-park-form.ts'

/** Maximum pieces of one product per order. */
const ORDER_MAX = 99
const STEP_MINUTES = 5

export const checkPrice = (form: FormData, currency: Currency): OfferProblems =>
  problemIf(Number.isNaN(moneyOf(form, 'price', currency)), 'price', 'price')
export const checkStock = (form: FormData): OfferProblems => problemIf(Number.isNaN(readStock(form)), 'stock', 'stock')

export const readPrice = (form: FormData, currency: Currency) => ({ price: moneyOf(form, 'price', currency), currency })
/** Returns null for no limit, NaN when invalid. */
export const readStock = (form: FormData): number | null => optionalCountOf(form, 'stock', 0)

export const readKind = (form: FormData): ProductKind =>
  PRODUCT_KINDS.find((kind) => kind === rawTextOf(form, 'kind')) ?? 'accessory'

const isInSteps = (time: string): boolean => Number(time.slice(3, 5)) % STEP_MINUTES === 0

/**
 * Returns the hours as signs write them; null means at any time, undefined that the week has no hours valid for a pass.
 */
function readHours(form: FormData): string | null | undefined {
  if (rawTextOf(form, 'hours') !== 'week') return null
  const week = readWeek(form)
  const isReadable = week?.every((day) => day === null || (isInSteps(day.from) && isInSteps(day.to))) === true
  return isReadable && week !== undefined ? (writeOpeningHours(week) ?? undefined) : undefined
}

const vehiclesOf = (form: FormData) => {
  const types = ([1, 2, 3, 4] as const).filter((type) => form.has(`vehicle${String(type)}`))
  return types.length === 0 || types.length === 4 ? null : types
}

const checkPass = (form: FormData): OfferProblems => ({
  ...(readHours(form) === undefined ? { [`from${String(FROM_MONDAY[0])}`]: 'hours' as const } : {}),
  ...(isWithin(wholeOf(textOf(form, 'at_once')), [1, COUNT_MAX]) ? {} : { at_once: 'whole' as const }),
})

/** Returns the problems, in the order of the fields. */
export const checkProduct = (form: FormData, currency: Currency): OfferProblems => ({
  ...checkTexts(form),
  ...checkPrice(form, currency),
  ...(isPassKind(readKind(form))
    ? checkPass(form)
    : {
        ...checkStock(form),
        ...(isWithin(wholeOf(textOf(form, 'limit')), [1, ORDER_MAX]) ? {} : { limit: 'limit' as const }),
      }),
})

/** Requires `checkProduct` to have found no problem. */
export function readProduct(
  form: FormData,
  { park, country_code, currency }: Pick<OperatorProductBody, 'country_code' | 'currency' | 'park'>,
): Omit<OperatorProductBody, 'taxes'> {
  const kind = readKind(form)
  const sold = { country_code, kind, park, ...readTexts(form) }
  const priced = { ...sold, ...readPrice(form, currency) }
  if (!isPassKind(kind)) return { ...priced, stock: readStock(form), limit: wholeOf(textOf(form, 'limit')) }
  const pass = {
    hours: readHours(form) ?? null,
    vehicle_types: vehiclesOf(form),
    at_once: wholeOf(textOf(form, 'at_once')),
  }
  return { ...priced, stock: null, limit: 1, pass }
}
