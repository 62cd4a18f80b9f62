import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { codeOf, PASSWORD, post, registration, signUp } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  await signUp(provider, 'known@example.test')
})
afterAll(() => provider.close())

const TEN_KB = 'x'.repeat(10_240)

/** Values that no field of these forms accepts, each for its own reason. */
const BAD: ReadonlyArray<readonly [string, unknown]> = [
  ['empty', ''],
  ['spaces', '   '],
  ['null', null],
  ['a number', 42],
  ['a list', ['known@example.test']],
  ['an object', { $ne: '' }],
  ['10 kB', TEN_KB],
]
/** Texts that are valid as a name or a password but not as an address or a code. */
const ODD: ReadonlyArray<readonly [string, string]> = [
  ['emoji', '😀😀😀😀😀😀😀😀'],
  ['right to left', '\u202eمحمد علي حسن\u202c'],
  ['markup', '<script>alert(1)</script>'],
  ['a query', "' or 1=1; --"],
]

const good = {
  '/auth/register': registration('fresh@example.test'),
  '/auth/login': { identifier: 'known@example.test', password: PASSWORD },
  '/auth/verify-email': { email: 'known@example.test', code: '123456' },
  '/auth/resend-verification': { email: 'known@example.test' },
  '/auth/forgot-password': { email: 'known@example.test' },
  '/auth/reset-password': { token: 'never-issued', password: PASSWORD },
} as const

/** Removes the address and the new id, which differ between the answers to registrations. */
const withoutOwn = (text: string): string =>
  text
    .replace(/"user_id":"[\da-f-]{36}"/, '"user_id"')
    .replace(/"registration_secret":"[\da-f.-]+"/, '"secret"')
    .replace(/"[\w-]*alike@example\.test"/, '"email"')

const FIELDS: ReadonlyArray<readonly [path: keyof typeof good, field: string, takesOdd: boolean]> = [
  ['/auth/register', 'email', false],
  ['/auth/register', 'password', true],
  ['/auth/register', 'first_name', true],
  ['/auth/register', 'last_name', true],
  ['/auth/register', 'country_code', false],
  ['/auth/verify-email', 'email', false],
  ['/auth/verify-email', 'code', false],
  ['/auth/resend-verification', 'email', false],
  ['/auth/forgot-password', 'email', false],
  ['/auth/reset-password', 'password', true],
]

describe('bad input', () => {
  it.each(FIELDS)('%s names its field %s, and repeats nothing of what was sent', async (path, field, takesOdd) => {
    for (const [name, value] of [...BAD, ...(takesOdd ? [] : ODD)]) {
      const answer = await post(provider, path, { ...good[path], [field]: value })
      const text = await answer.text()
      expect([name, answer.status], text).toEqual([name, 422])
      const { code, errors } = JSON.parse(text) as { code: string; errors: { field: string }[] }
      expect([name, code, ...new Set(errors.map((error) => error.field))]).toEqual([name, 'validation_failed', field])
      expect(text.length, name).toBeLessThan(1_000)
      expect(text).not.toContain('<script>')
      expect(text).not.toContain(PASSWORD)
    }
  })

  it.each(['first_name', 'last_name', 'password'])('takes a %s in any script, with emoji or signs', async (field) => {
    for (const [at, [name, value]] of ODD.entries()) {
      const body = registration(`odd-${field}-${String(at)}@example.test`, { [field]: value })
      const answer = await post(provider, '/auth/register', body)
      // The same character eight times is a weak password, not a malformed one.
      const isWeak = field === 'password' && name === 'emoji'
      expect([name, answer.status, isWeak ? await codeOf(answer) : null]).toEqual(
        isWeak ? [name, 422, 'password_too_weak'] : [name, 201, null],
      )
    }
    await backgroundSettled()
  })

  it('says no more about a sign-in than that it failed, whatever was typed', async () => {
    for (const [name, value] of [...ODD, ['spaces', '   '] as const]) {
      const unknown = await post(provider, '/auth/login', { identifier: value, password: PASSWORD })
      const wrong = await post(provider, '/auth/login', { identifier: 'known@example.test', password: value })
      expect([name, unknown.status, wrong.status]).toEqual([name, 401, 401])
      expect(await unknown.text()).toBe(await wrong.text())
    }
    for (const field of ['identifier', 'password']) {
      const answer = await post(provider, '/auth/login', { ...good['/auth/login'], [field]: TEN_KB })
      expect([answer.status, await codeOf(answer)]).toEqual([422, 'validation_failed'])
    }
  })

  it('asks a known and an unknown address the same questions: register, forgot, resend and verify answer alike', async () => {
    await signUp(provider, 'alike@example.test')
    const pairs = [
      ['/auth/resend-verification', {}],
      ['/auth/forgot-password', {}],
      ['/auth/verify-email', { code: '000000' }],
      ['/auth/register', registration('')],
    ] as const
    for (const [path, rest] of pairs) {
      const [known, unknown] = [
        await post(provider, path, { ...rest, email: 'alike@example.test' }),
        await post(provider, path, { ...rest, email: 'nobody-alike@example.test' }),
      ]
      expect([path, known.status]).toEqual([path, unknown.status])
      expect(withoutOwn(await known.text())).toBe(withoutOwn(await unknown.text()))
      const names = (answer: Response) => [...answer.headers.keys()].toSorted()
      expect(names(known)).toEqual(names(unknown))
    }
  })

  it('tells who calls the profile without a token', async () => {
    const answer = await provider.request('GET', '/api/v1/users/profile')
    expect([answer.status, await answer.json()]).toMatchObject([401, { detail: 'No authentication token found' }])
  })
})
