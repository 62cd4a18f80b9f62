import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { emailBody, loginBody, registerBody } from '../../src/contract/auth.ts'
import { toEmail } from '../../src/domain/email.ts'
import { checkCode, checkEmail, checkName, checkPassword, findProblems, toCode } from '../../src/parts/field-checks.ts'

const TEN_KB = 'x'.repeat(10_240)
/** An address as copied from a right-to-left page. */
const MARKED = '\u202bada@example.org\u202c'

describe('sign-in forms', () => {
  test('an empty e-mail and an empty password are required', () => {
    expect(checkEmail('  ')).toBe('required')
    expect(checkEmail('\u200f \ufeff')).toBe('required')
    expect(checkPassword('')).toBe('required')
    expect(checkName(' \n ')).toBe('required')
  })

  test('an e-mail needs a name, an at sign and a domain; spaces and direction marks around it are forgiven', () => {
    for (const wrong of [
      'ada',
      'ada@host',
      'ada @example.org',
      'ada@@example.org',
      '😀@example.org',
      'عمر@example.org',
    ])
      expect(checkEmail(wrong), wrong).toBe('email')
    expect(checkEmail(`${TEN_KB}@example.org`)).toBe('email')
    expect(checkEmail(' ada@example.org ')).toBeUndefined()
    expect(checkEmail(MARKED)).toBeUndefined()
    expect(toEmail(MARKED)).toBe('ada@example.org')
  })

  test('a password has 8 to 256 characters, spaces included, in any script', () => {
    expect(checkPassword('seven77')).toBe('password_short')
    expect(checkPassword('eight 88')).toBeUndefined()
    expect(checkPassword('        ')).toBeUndefined()
    expect(checkPassword('كلمة السر الطويلة')).toBeUndefined()
    expect(checkPassword('🚗🅿️🚗🅿️')).toBeUndefined()
    expect(checkPassword(TEN_KB)).toBe('too_long')
  })

  test('a name is in any script and at most 120 characters', () => {
    for (const name of ['Ndèye', "O'Brien", 'محمد', '😀']) expect(checkName(name)).toBeUndefined()
    expect(checkName(TEN_KB)).toBe('too_long')
  })

  test('a code pasted with spaces, hyphens, marks or in wide digits is the code', () => {
    for (const pasted of [' 123 456 ', '123-456', '123\u00a0456', '\u200e123456\n', '１２３４５６'])
      expect(toCode(pasted), pasted).toBe('123456')
    expect(checkCode('123-456')).toBeUndefined()
    for (const wrong of ['12345', '12345a', '1234567', '😀', TEN_KB]) expect(checkCode(wrong)).toBe('code')
    expect(checkCode('')).toBe('required')
  })

  test('what a form lets through the provider takes, and what it refuses the provider refuses too', () => {
    const emails = [' ada@example.org', MARKED, 'a+b@x.co', 'ada', '😀@x.org', `${'x'.repeat(255)}@x.org`]
    for (const typed of emails)
      expect(v.is(emailBody, { email: toEmail(typed) }), typed.slice(0, 20)).toBe(checkEmail(typed) === undefined)
    for (const name of ['Awa', '', ' ', '😀', 'x'.repeat(121), TEN_KB])
      expect(v.is(registerBody.entries.first_name, name)).toBe(checkName(name) === undefined)
    for (const password of ['', 'seven77', 'eight 88', 'x'.repeat(256), 'x'.repeat(257), TEN_KB])
      expect(v.is(registerBody.entries.password, password)).toBe(checkPassword(password) === undefined)
    expect(v.is(loginBody.entries.password, TEN_KB)).toBe(false)
  })

  test('only fields with a problem are named', () => {
    expect(findProblems({ email: undefined, password: 'required' })).toEqual({ password: 'required' })
  })
})
