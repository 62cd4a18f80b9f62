import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../src/contract/auth.ts'
import { expectRefusal, lastCode, lastMail, login, otherCode, PASSWORD, readJson, signUp } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

/** Sends a request given as method and path, e.g. `GET /users/profile`. */
async function ask(driver: TestDriver, request: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = request.split(' ')
  const options = { token: await driver.token(), key: newKey() }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

it('of an account only what its driver may change is changed, whatever else is sent', async () => {
  const driver = await createDriver(provider)
  const read = () =>
    provider.deps.db.query<Record<string, unknown>>('select * from users where user_id = $1', [driver.userId])
  const [before] = await read()
  const sent = {
    ...{ first_name: 'Zebulon', user_id: '01980000-0000-7000-8000-000000000001', email: 'other@example.test' },
    ...{ email_verified: true, email_verified_at: null, password_hash: 'x', guest: true, disabled_at: null },
    ...{ deleted_at: '2026-01-01T00:00:00Z', balance: 1_000_000 },
  }
  expect((await ask(driver, 'PATCH /users/profile', sent)).status).toBe(200)
  const [after] = await read()
  const { first_name: name, updated_at: _updatedAt, ...rest } = after ?? {}
  expect(name).toBe('Zebulon')
  expect(before).toMatchObject(rest)
})

describe('the phone number', () => {
  const TYPED = [
    ['(416) 555-0123', '+14165550123'],
    ['  416 555 0123  ', '+14165550123'],
    ['+221 77 123 45 67', '+221771234567'],
    ['\u202a+234 803 123 4567\u202c', '+2348031234567'],
    ['', null],
    [null, null],
  ] as const
  it.each(TYPED)('%j is kept as %j', async (phone, kept) => {
    const answer = await ask(await createDriver(provider), 'PATCH /users/profile', { phone })
    expect(answer.status).toBe(200)
    expect((await readJson<{ data: User }>(answer)).data.phone).toBe(kept)
  })

  it.each(['12', 'call me', '📞', 'محمد', '4165550123 ext. 7', '0'.repeat(33), 'x'.repeat(10_240), 42])(
    'is refused by its name: %j',
    async (phone) => {
      const driver = await createDriver(provider)
      await ask(driver, 'PATCH /users/profile', { phone: '4165550123' })
      const answer = await ask(driver, 'PATCH /users/profile', { phone })
      const problem = await readJson<{ errors: { field: string }[] }>(answer)
      expect([answer.status, problem.errors.map(({ field }) => field)]).toEqual([422, ['phone']])
      const profile = await readJson<{ data: User }>(await ask(driver, 'GET /users/profile'))
      expect(profile.data.phone).toBe('+14165550123')
    },
  )
})

describe('another e-mail address', () => {
  const tokenOf = (session: { access_token: string }) => ({ token: session.access_token })
  const request = (session: { access_token: string }, email: unknown, password: unknown = PASSWORD) =>
    provider.request('POST', '/api/v1/users/email-change', { ...tokenOf(session), body: { email, password } })
  const confirm = (session: { access_token: string }, code: unknown) =>
    provider.request('POST', '/api/v1/users/email-change/confirm', { ...tokenOf(session), body: { code } })

  it('takes the place of the old one once its code is typed, and the old one is told', async () => {
    const session = await signUp(provider, 'old@example.test')
    expect((await request(session, ' New@Example.test ')).status).toBe(202)
    const code = await lastCode(provider, 'new@example.test')
    expect((await login(provider, 'old@example.test')).status).toBe(200)
    await expectRefusal(await confirm(session, otherCode(code)), 422, 'code_invalid')
    const answer = await confirm(session, code)
    expect((await readJson<{ data: User }>(answer)).data.email).toBe('new@example.test')
    expect((await lastMail(provider, 'old@example.test')).subject).toMatch(/was changed/)
    expect((await login(provider, 'new@example.test')).status).toBe(200)
    await expectRefusal(await login(provider, 'old@example.test'), 401, 'invalid_credentials')
    await expectRefusal(await confirm(session, code), 422, 'code_invalid')
  })

  it('is not told apart from one that another account has, whose owner is told', async () => {
    const session = await signUp(provider, 'asks@example.test')
    await signUp(provider, 'taken@example.test')
    const [known, unknown] = [await request(session, 'taken@example.test'), await request(session, 'free@example.test')]
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    provider.clock.advance(31_000)
    await request(session, 'taken@example.test')
    expect((await lastMail(provider, 'taken@example.test')).subject).toBe('You already have a Baywise account')
    await expectRefusal(await confirm(session, '123456'), 422, 'code_invalid')
    expect((await login(provider, 'taken@example.test')).status).toBe(200)
  })

  it('belongs to whoever proves it first', async () => {
    const [first, second] = [await signUp(provider, 'a1@example.test'), await signUp(provider, 'a2@example.test')]
    await request(first, 'prize@example.test')
    const code = await lastCode(provider, 'prize@example.test')
    provider.clock.advance(31_000)
    await request(second, 'prize@example.test')
    const other = await lastCode(provider, 'prize@example.test')
    expect((await confirm(second, other)).status).toBe(200)
    await expectRefusal(await confirm(first, code), 422, 'code_invalid')
  })

  it('needs the password, an address, and a code that is not too old or guessed', async () => {
    const session = await signUp(provider, 'careful@example.test')
    await expectRefusal(await request(session, 'x@example.test', 'not mine'), 422, 'password_wrong')
    for (const email of ['', '   ', 'x', 'a@b@c.d', '😀', 'محمد', 'x'.repeat(10_240), null, 42])
      await expectRefusal(await request(session, email), 422, 'validation_failed')
    for (const password of ['', 'x'.repeat(10_240), null, 42])
      await expectRefusal(await request(session, 'x@example.test', password), 422, 'validation_failed')
    for (const code of ['', '12345', '1234567', 'abcdef', '٣٣٣٣٣٣', 'x'.repeat(10_240), null])
      await expectRefusal(await confirm(session, code), 422, 'validation_failed')
    await expectRefusal(await request(session, 'CAREFUL@example.test'), 422, 'validation_failed')
    await request(session, 'later@example.test')
    const code = await lastCode(provider, 'later@example.test')
    provider.clock.advance(14 * 60_000 + 59_000)
    for (let guess = 0; guess < 4; guess += 1) await confirm(session, otherCode(code))
    provider.clock.advance(-60_000)
    expect((await confirm(session, code)).status).toBe(200)
  })

  it('is closed after five wrong codes, and stops guesses of the password', async () => {
    const session = await signUp(provider, 'guessed@example.test')
    await request(session, 'next@example.test')
    const code = await lastCode(provider, 'next@example.test')
    for (let guess = 0; guess < 5; guess += 1) await confirm(session, otherCode(code))
    await expectRefusal(await confirm(session, code), 422, 'code_invalid')
    for (let guess = 0; guess < 10; guess += 1) await request(session, 'n@example.test', 'wrong')
    const answer = await request(session, 'n@example.test')
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true])
  })
})
