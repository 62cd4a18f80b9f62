import type { OperatorProductBody } from '../../../contract/operator-shop.ts'
import { PRODUCT_KINDS, type ProductKind } from '../../../domain/cart-total.ts'
import type { Currency } from '../../../domain/money.ts'
import { isPassKind } from '../../../domain/monthly-pass.ts'
import { FROM_MONDAY, writeOpeningHours } from '../../../domain/opening-week.ts'
import { checkOptional, plainTextOf, rawTextOf } from '../../../parts/field-checks.ts'
import { readMoney } from '../../../parts/read-amount.ts'
import { readWeek } from '../read-park-form.ts'

/** Of the body, minor units. */
const PRICE_MAX = 100_000_000_000
const COUNT_MAX = 1_000_000
export const NAME_MAX = 80
export const DETAILS_MAX = 500
/** Of one product in one order. */
const ORDER_MAX = 99
const STEP_MINUTES = 5

export type ProductProblem = 'required' | 'too_long' | 'price' | 'stock' | 'limit' | 'whole' | 'hours'
export type ProductProblems = Partial<Record<string, ProductProblem>>

const textOf = (form: FormData, name: string): string => rawTextOf(form, name).normalize('NFKC').trim()
const wholeOf = (text: string): number => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN)
const within = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most

/** NaN: it is no price. */
function priceOf(form: FormData, currency: Currency): number {
  const read = readMoney(textOf(form, 'price'), currency)
  return read.ok && within(read.value, [1, PRICE_MAX]) ? read.value : Number.NaN
}

/** Null: no limit. NaN: it is no number of pieces. */
function stockOf(form: FormData): number | null {
  const text = textOf(form, 'stock')
  if (text === '') return null
  const count = wholeOf(text)
  return count <= COUNT_MAX ? count : Number.NaN
}

export const checkPrice = (form: FormData, currency: Currency): ProductProblems =>
  Number.isNaN(priceOf(form, currency)) ? { price: 'price' } : {}
export const checkStock = (form: FormData): ProductProblems => (Number.isNaN(stockOf(form)) ? { stock: 'stock' } : {})

export const readPrice = (form: FormData, currency: Currency) => ({ price: priceOf(form, currency), currency })
export const readStock = (form: FormData): number | null => stockOf(form)

export const readKind = (form: FormData): ProductKind =>
  PRODUCT_KINDS.find((kind) => kind === rawTextOf(form, 'kind')) ?? 'accessory'

function checkTexts(form: FormData): ProductProblems {
  const found: [string, ProductProblem][] = []
  for (const language of ['en', 'fr']) {
    const [name, details] = [`name_${language}`, `details_${language}`]
    if (plainTextOf(form, name) === '') found.push([name, 'required'])
    else if (checkOptional(rawTextOf(form, name), NAME_MAX) !== undefined) found.push([name, 'too_long'])
    if (checkOptional(rawTextOf(form, details), DETAILS_MAX) !== undefined) found.push([details, 'too_long'])
  }
  return Object.fromEntries(found)
}

const isInSteps = (time: string): boolean => Number(time.slice(3, 5)) % STEP_MINUTES === 0

/** As signs write it; null: at any time. Undefined: the week says no hours that a pass can have. */
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

const checkPass = (form: FormData): ProductProblems => ({
  ...(readHours(form) === undefined ? { [`from${String(FROM_MONDAY[0])}`]: 'hours' as const } : {}),
  ...(within(wholeOf(textOf(form, 'at_once')), [1, COUNT_MAX]) ? {} : { at_once: 'whole' as const }),
})

/** What is wrong with it, in the order of the fields. */
export const checkProduct = (form: FormData, currency: Currency): ProductProblems => ({
  ...checkTexts(form),
  ...checkPrice(form, currency),
  ...(isPassKind(readKind(form))
    ? checkPass(form)
    : {
        ...checkStock(form),
        ...(within(wholeOf(textOf(form, 'limit')), [1, ORDER_MAX]) ? {} : { limit: 'limit' as const }),
      }),
})

/** Read after `checkProduct` has found nothing wrong. */
export function readProduct(
  form: FormData,
  { park, country_code, currency }: Pick<OperatorProductBody, 'country_code' | 'currency' | 'park'>,
): Omit<OperatorProductBody, 'taxes'> {
  const kind = readKind(form)
  const texts = (name: string) => ({ en: plainTextOf(form, `${name}_en`), fr: plainTextOf(form, `${name}_fr`) })
  const sold = { country_code, kind, park, names: texts('name'), details: texts('details') }
  const priced = { ...sold, ...readPrice(form, currency) }
  if (!isPassKind(kind)) return { ...priced, stock: stockOf(form), limit: wholeOf(textOf(form, 'limit')) }
  const pass = {
    hours: readHours(form) ?? null,
    vehicle_types: vehiclesOf(form),
    at_once: wholeOf(textOf(form, 'at_once')),
  }
  return { ...priced, stock: null, limit: 1, pass }
}
