import { expect, test } from 'vitest'
import { mustInstant } from '../../../src/domain/instant.ts'
import { checkCoupon, readCoupon } from '../../../src/screens/operator/coupons/read-coupon-form.ts'
import { checkPlan, readPlan } from '../../../src/screens/operator/plans/read-plan-form.ts'

/** Evening of 24 November in Toronto. */
const NOW = mustInstant('2026-11-25T03:00:00Z')
const CODES = ['CAKQ2M7', 'CAKQ2M8']
const COUPON = {
  ...{ code: 'winter-10', discount_type: 'percentage', discount: '10', maximum: '20', minimum: '' },
  ...{ first_day: '2026-11-24', last_day: '2026-11-24', limit_in_all: '500', limit_per_user: '' },
}
const PLAN = {
  ...{ name_en: 'Regular', name_fr: 'Régulier', details_en: '', details_fr: '' },
  ...{ price: '9', percent: '10 %', maximum: '2.50' },
}

function formOf(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
const couponProblems = (values: Readonly<Record<string, string>>, codes: readonly string[] = CODES) =>
  checkCoupon(formOf({ ...COUPON, ...values }), { codes, now: NOW })
const planProblems = (values: Readonly<Record<string, string>>, codes: readonly string[] = CODES) =>
  checkPlan(formOf({ ...PLAN, ...values }), codes)

test('a coupon holds from the beginning of its first day to the end of its last, in the time of its car parks', () => {
  expect(couponProblems({})).toEqual({})
  expect(readCoupon(formOf(COUPON), CODES)).toEqual({
    ...{ country_code: 'CA', currency: 'CAD', kinds: ['parking'], parks: CODES, code: 'winter-10' },
    ...{ discount_type: 'percentage', discount: 10, minimum_order: 0, maximum_discount: 2_000 },
    ...{ limit_per_user: null, limit_in_all: 500 },
    ...{ start_date: '2026-11-24T05:00:00Z', end_date: '2026-11-25T05:00:00Z' },
  })
})

test('an amount off has no most', () => {
  const form = { ...COUPON, discount_type: 'fixed', discount: '2.50', minimum: '8' }
  expect(couponProblems(form)).toEqual({})
  expect(readCoupon(formOf(form), CODES)).toMatchObject({
    ...{ discount_type: 'fixed', discount: 250, maximum_discount: null, minimum_order: 800 },
  })
})

test.each([
  [{ code: '' }, { code: 'code' }],
  [{ code: 'TWO CODES' }, { code: 'code' }],
  [{ code: 'ÉTÉ' }, { code: 'code' }],
  [{ code: 'X'.repeat(21) }, { code: 'code' }],
  [{ discount: '0' }, { discount: 'percent' }],
  [{ discount: '101' }, { discount: 'percent' }],
  [{ discount: '-5' }, { discount: 'percent' }],
  [{ discount: '7.5' }, { discount: 'percent' }],
  [{ discount_type: 'fixed', discount: '0' }, { discount: 'price' }],
  [{ discount_type: 'fixed', discount: '-1' }, { discount: 'price' }],
  [{ maximum: '0' }, { maximum: 'amount' }],
  [{ minimum: 'much' }, { minimum: 'amount' }],
  [{ first_day: '' }, { first_day: 'day' }],
  [{ last_day: '' }, { last_day: 'day' }],
  [{ last_day: '2026-11-23' }, { last_day: 'order' }],
  [{ first_day: '2026-11-01', last_day: '2026-11-23' }, { last_day: 'past' }],
  [{ limit_in_all: '0' }, { limit_in_all: 'stock' }],
  [{ limit_per_user: '-1' }, { limit_per_user: 'stock' }],
])('a coupon with %j is refused before it is sent', (values, problems) => {
  expect(couponProblems(values)).toEqual(problems)
})

test('what holds nowhere, or in two countries, is refused', () => {
  for (const check of [couponProblems, planProblems]) {
    expect(check({}, [])).toEqual({ parks: 'park' })
    expect(check({}, ['CAKQ2M7', 'NGKQ2M7'])).toMatchObject({ parks: 'countries' })
  }
})

test('a plan is read as the provider takes it', () => {
  expect(planProblems({})).toEqual({})
  expect(readPlan(formOf(PLAN), CODES)).toEqual({
    ...{ country_code: 'CA', currency: 'CAD', parks: CODES, price: 900, percent: 10, maximum: 250 },
    ...{ names: { en: 'Regular', fr: 'Régulier' }, details: { en: '', fr: '' } },
  })
})

test.each([
  [{ name_en: ' ' }, { name_en: 'required' }],
  [{ details_fr: 'x'.repeat(501) }, { details_fr: 'too_long' }],
  [{ price: '0' }, { price: 'price' }],
  [{ percent: '0' }, { percent: 'percent' }],
  [{ percent: '101' }, { percent: 'percent' }],
  [{ percent: '-10' }, { percent: 'percent' }],
  [{ maximum: '-1' }, { maximum: 'amount' }],
])('a plan with %j is refused before it is sent', (values, problems) => {
  expect(planProblems(values)).toEqual(problems)
})
