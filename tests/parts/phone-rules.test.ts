import { expect, test } from 'vitest'
import { checkPhone, toWirePhone } from '../../src/parts/phone-rules.ts'

test.each([
  ['CA', '(416) 555-0123', '+14165550123'],
  ['SN', '\u202a77 123 45 67\u202c', '+221771234567'],
  ['NG', '0803 123 4567', '+2348031234567'],
  ['US', '+33 6 12 34 56 78', '+33612345678'],
  ['CA', ' \u200b ', null],
] as const)('in %s, %j goes on the wire as %s', async (country, typed, sent) => {
  expect(await checkPhone(typed, country)).toBeUndefined()
  expect(await toWirePhone(typed, country)).toBe(sent)
})

test.each([
  ['12', 'phone'],
  ['77 123 45 67', 'phone'],
  ['call me', 'phone'],
  ['416 555 0123 ext. 7', 'phone'],
  ['4'.repeat(33), 'too_long'],
  ['x'.repeat(10_240), 'too_long'],
] as const)('in Canada, %.20s is refused as %s', async (typed, problem) => {
  expect(await checkPhone(typed, 'CA')).toBe(problem)
})
