import { expect, it } from 'vitest'
import { findStartProblems } from '../../../provider/rules/start-checks.ts'

const named = (problems: readonly string[]): readonly string[] => problems.map((problem) => problem.split(':')[0] ?? '')
const REAL = {
  SANDBOX: '0',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'p@park.example',
  CONTACT_EMAIL: 'desk@park.example',
  KEY_ENCRYPTION_KEY: 'k',
  PUBLIC_URL: 'https://park.example',
}

it('a sandbox may start with nothing set', () => {
  expect(findStartProblems({}, true)).toEqual([])
  expect(findStartProblems({ SANDBOX: '1', STRIPE_SECRET_KEY: 'sk' }, true)).toEqual([])
})

it('with gateway keys SANDBOX must be said', () => {
  expect(named(findStartProblems({ ...REAL, SANDBOX: undefined, PAYSTACK_SECRET_KEY: 'sk' }, false))).toEqual([
    'SANDBOX',
  ])
  expect(
    named(findStartProblems({ ...REAL, SANDBOX: ' ', WAVE_API_KEY: 'k', WAVE_WEBHOOK_SECRET: 's' }, false)),
  ).toEqual(['SANDBOX'])
})

it('without the sandbox all that is missing is said at once', () => {
  const problems = findStartProblems(
    { SANDBOX: '0', STRIPE_SECRET_KEY: 'sk', WAVE_API_KEY: 'k', PAYSTACK_SECRET_KEY: 'p' },
    false,
  )
  expect(named(problems)).toEqual([
    'SMTP_URL',
    'KEY_ENCRYPTION_KEY',
    'MAIL_FROM',
    'CONTACT_EMAIL',
    'PUBLIC_URL',
    'STRIPE_WEBHOOK_SECRET',
    'WAVE_WEBHOOK_SECRET',
  ])
})

it('without the sandbox and with all that it needs it starts', () => {
  expect(findStartProblems({ ...REAL, STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }, false)).toEqual([])
})

it.each(['park.example', 'ftp://park.example', 'localhost:4173'])('"%s" is no public address', (address) => {
  expect(named(findStartProblems({ ...REAL, PUBLIC_URL: address }, false))).toEqual(['PUBLIC_URL'])
})

it('what is secret goes to other machines encrypted', () => {
  const plain = {
    ...REAL,
    PUBLIC_URL: 'http://park.example',
    PAYSTACK_URL: 'http://pay.example',
    WAVE_URL: 'http://10.0.0.7',
    STRIPE_URL: 'https://stripe.example',
  }
  expect(named(findStartProblems(plain, false))).toEqual(['PUBLIC_URL', 'PAYSTACK_URL', 'WAVE_URL'])
  expect(
    findStartProblems({ ...REAL, PUBLIC_URL: 'http://localhost:4173', WAVE_URL: 'http://127.0.0.1:9' }, false),
  ).toEqual([])
  expect(findStartProblems({ ...plain, SANDBOX: '1' }, true)).toEqual([])
})
