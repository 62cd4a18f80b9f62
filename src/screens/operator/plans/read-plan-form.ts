import type { OperatorPlanBody } from '../../../contract/operator-plans.ts'
import {
  checkCodes,
  checkTexts,
  countryOfAll,
  isWithin,
  moneyOf,
  type OfferProblems,
  optionalMoneyOf,
  problemIf,
  readTexts,
  textOf,
  wholeOf,
} from '../read-offer.ts'

const percentOf = (form: FormData): number => wholeOf(textOf(form, 'percent').replace(/\s*%$/, ''))

/** Returns the problems, in the order of the fields. `codes`: the chosen car parks. */
export function checkPlan(form: FormData, codes: readonly string[]): OfferProblems {
  const { currency } = countryOfAll(codes)
  return {
    ...checkTexts(form),
    ...problemIf(Number.isNaN(moneyOf(form, 'price', currency)), 'price', 'price'),
    ...problemIf(!isWithin(percentOf(form), [1, 100]), 'percent', 'percent'),
    ...problemIf(Number.isNaN(optionalMoneyOf(form, 'maximum', currency)), 'maximum', 'amount'),
    ...checkCodes(codes),
  }
}

/** Requires `checkPlan` to have found no problem. */
export function readPlan(form: FormData, codes: readonly string[]): Omit<OperatorPlanBody, 'taxes'> {
  const { country_code, currency } = countryOfAll(codes)
  return {
    ...{ country_code, currency, parks: [...codes] },
    ...readTexts(form),
    price: moneyOf(form, 'price', currency),
    percent: percentOf(form),
    maximum: optionalMoneyOf(form, 'maximum', currency),
  }
}
