import { expect, test } from 'vitest'
import { EMAIL, toEmail } from '../../src/domain/email.ts'

const LABEL_63 = 'd'.repeat(63)

test.each([
  'ada@example.org',
  "o'neil@example.com",
  'a+b/c=d?e^f`g{h|i}j~k!l#m$n%o&p*q-r_s@x.co',
  'A.b.C@Sub-Domain.Example.SN',
  '1@2.io',
  'a@xn--bcher-kva.xn--p1ai',
  `${'x'.repeat(64)}@example.org`,
  `a@${LABEL_63}.${LABEL_63}.${LABEL_63}.${'d'.repeat(56)}.org`,
])('%s is a mailbox', (email) => {
  expect(EMAIL.test(email)).toBe(true)
})

test.each([
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@host',
  'ada@@example.org',
  'ada @example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..da@example.org',
  'ada@-example.org',
  'ada@example-.org',
  'ada@example..org',
  'ada@example.org.',
  'ada@127.0.0.1',
  'ada@[127.0.0.1]',
  '"ada lovelace"@example.org',
  'ada@example.org\nbcc: all@example.org',
  'ada,bob@example.org',
  '<ada@example.org>',
  '😀@example.org',
  'عمر@example.org',
  `${'x'.repeat(65)}@example.org`,
  `a@${'d'.repeat(64)}.org`,
  `a@${LABEL_63}.${LABEL_63}.${LABEL_63}.${'d'.repeat(57)}.org`,
])('%s is none', (email) => {
  expect(EMAIL.test(email)).toBe(false)
})

test('what a paste brings along is no part of an address', () => {
  expect(toEmail(' \u202b\ufeffada@example.org\u202c\u0007 \n')).toBe('ada@example.org')
})

test('a hundred kilobytes are refused without being tried in every way', () => {
  for (const unit of ['a', 'a.', 'a@', '@', '.', 'a-'])
    expect(EMAIL.test(`${unit.repeat(50_000)}@example.org`), unit).toBe(false)
})
