import { expect, test } from 'vitest'
import { checkOffer } from '../../../src/parts/contact/offer-form.ts'

function formOf(changes: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  const good = {
    country: 'CA',
    address: '12 Front Street',
    city: 'Toronto',
    spaces: '1',
    hourly: '3.50',
    chargers: '1',
  }
  for (const [name, value] of Object.entries({ ...good, ...changes })) form.set(name, value)
  return form
}

test.each(['', '0.5', '7,4', '1000'])('a charger with the power "%s" is taken', (power) => {
  expect(checkOffer(formOf({ power }), 'charger').power).toBeUndefined()
})

test.each(['0.4', '1000.5', '7.4 kW', '-1'])('the power "%s" is refused with the limits of powers', (power) => {
  expect(checkOffer(formOf({ power }), 'charger').power).toBe('power')
})
