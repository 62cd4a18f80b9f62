import { expect, test } from 'vitest'
import { checkProduct, readProduct } from '../../../src/screens/operator/products/read-product-form.ts'

const TEXTS = { name_en: 'Full car wash', name_fr: 'Lavage complet', details_en: '', details_fr: '' }
const GOODS = { ...TEXTS, kind: 'car_wash', price: '25', stock: '', limit: '5' }
const PASS = {
  ...TEXTS,
  kind: 'monthly_pass',
  price: '165',
  hours: 'week',
  from1: '06:00',
  to1: '20:00',
  at_once: '40',
}
const AT = { park: 'CAKQ2M7', country_code: 'CA', currency: 'CAD' } as const

function formOf(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

test('goods and passes are read as the provider takes them', () => {
  expect(checkProduct(formOf(GOODS), 'CAD')).toEqual({})
  expect(readProduct(formOf(GOODS), AT)).toEqual({
    ...{ ...AT, kind: 'car_wash', price: 2_500, stock: null, limit: 5 },
    ...{ names: { en: 'Full car wash', fr: 'Lavage complet' }, details: { en: '', fr: '' } },
  })
  const pass = formOf({ ...PASS, vehicle1: 'on', vehicle2: 'on' })
  expect(checkProduct(pass, 'CAD')).toEqual({})
  expect(readProduct(pass, AT)).toMatchObject({
    ...{ kind: 'monthly_pass', price: 16_500, stock: null, limit: 1 },
    pass: { hours: 'Mon 06:00-20:00', vehicle_types: [1, 2], at_once: 40 },
  })
  expect(readProduct(formOf({ ...PASS, hours: 'always' }), AT).pass).toEqual({
    ...{ hours: null, vehicle_types: null, at_once: 40 },
  })
})

test.each([
  [{ name_en: ' ' }, { name_en: 'required' }],
  [{ name_fr: 'x'.repeat(81) }, { name_fr: 'too_long' }],
  [{ details_en: 'x'.repeat(501) }, { details_en: 'too_long' }],
  [{ price: '0' }, { price: 'price' }],
  [{ price: 'free' }, { price: 'price' }],
  [{ price: '2.505' }, { price: 'price' }],
  [{ price: '9999999999' }, { price: 'price' }],
  [{ stock: '-1' }, { stock: 'stock' }],
  [{ stock: '1.5' }, { stock: 'stock' }],
  [{ stock: '9999999' }, { stock: 'stock' }],
  [{ limit: '' }, { limit: 'limit' }],
  [{ limit: '100' }, { limit: 'limit' }],
])('goods with %o are refused at the field', (changes, problems) => {
  expect(checkProduct(formOf({ ...GOODS, ...changes }), 'CAD')).toEqual(problems)
})

test.each([
  [{ at_once: '0' }, { at_once: 'whole' }],
  [{ at_once: 'many' }, { at_once: 'whole' }],
  [{ to1: '' }, { from1: 'hours' }],
  [{ to1: '20:03' }, { from1: 'hours' }],
  [{ from1: '', to1: '' }, { from1: 'hours' }],
])('a pass with %o is refused at the field', (changes, problems) => {
  expect(checkProduct(formOf({ ...PASS, ...changes }), 'CAD')).toEqual(problems)
})
