import { describe, expect, test } from 'vitest'
import { checkCode, checkEmail, checkPassword, findProblems, toCode } from '../../../src/screens/auth/validate.ts'

describe('sign-in forms', () => {
  test('an empty e-mail and an empty password are required', () => {
    expect(checkEmail('  ')).toBe('required')
    expect(checkPassword('')).toBe('required')
  })

  test('an e-mail needs a name, an at sign and a domain; spaces around it are forgiven', () => {
    expect(checkEmail('ada')).toBe('email')
    expect(checkEmail('ada@host')).toBe('email')
    expect(checkEmail(' ada@example.org ')).toBeUndefined()
  })

  test('a password has 8 characters, spaces included', () => {
    expect(checkPassword('seven77')).toBe('password_short')
    expect(checkPassword('eight 88')).toBeUndefined()
  })

  test('a code pasted with a space or a hyphen is the code', () => {
    expect(toCode(' 123 456 ')).toBe('123456')
    expect(checkCode('123-456')).toBeUndefined()
    expect(checkCode('12345')).toBe('code')
    expect(checkCode('12345a')).toBe('code')
  })

  test('only fields with a problem are named', () => {
    expect(findProblems({ email: undefined, password: 'required' })).toEqual({ password: 'required' })
  })
})
