import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import {
  expectRefusal,
  lastCode,
  lastMail,
  login,
  PASSWORD,
  post,
  readJson,
  registration,
  signUp,
} from './support/accounts.ts'
import { createDriver } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const NEXT = 'another garage door'

const change = (token: string, body: unknown): Promise<Response> =>
  provider.request('PUT', '/api/v1/users/me/password', { token, body })

describe('changing the password while signed in', () => {
  it('takes the old one, ends every other session, and writes to the owner', async () => {
    const email = 'changes@example.test'
    const mine = await signUp(provider, email)
    const other = await readJson<SessionWire>(await login(provider, email))
    const answer = await change(mine.access_token, { password: PASSWORD, new_password: NEXT })
    expect(answer.status, await answer.clone().text()).toBe(204)
    const profile = (token: string) => provider.request('GET', '/api/v1/users/profile', { token })
    expect((await profile(mine.access_token)).status).toBe(200)
    await expectRefusal(await profile(other.access_token), 401, 'token_invalid')
    expect((await login(provider, email)).status).toBe(401)
    expect((await login(provider, email, NEXT)).status).toBe(200)
    expect((await lastMail(provider, email)).subject).toBe('Your Baywise password was changed')
  })

  it('voids the links for a new password and the change of address that were open', async () => {
    const email = 'voids@example.test'
    const { access_token: token } = await signUp(provider, email)
    const send = (path: string, body: object) => provider.request('POST', `/api/v1/users${path}`, { token, body })
    await send('/email-change', { email: 'theirs@example.test', password: PASSWORD })
    const code = await lastCode(provider, 'theirs@example.test')
    await post(provider, '/auth/forgot-password', { email })
    const link = await lastCode(provider, email)
    expect((await change(token, { password: PASSWORD, new_password: NEXT })).status).toBe(204)
    await expectRefusal(
      await post(provider, '/auth/reset-password', { token: link, password: PASSWORD }),
      422,
      'code_invalid',
    )
    await expectRefusal(await send('/email-change/confirm', { code }), 422, 'code_invalid')
    expect((await login(provider, email, NEXT)).status).toBe(200)
  })

  it('refuses a wrong old one, a weak new one, and an account without any', async () => {
    const { access_token: token } = await signUp(provider, 'refused@example.test')
    await expectRefusal(await change(token, { password: NEXT, new_password: NEXT }), 422, 'password_wrong')
    await expectRefusal(
      await change(token, { password: PASSWORD, new_password: 'sunshine1' }),
      422,
      'password_too_weak',
    )
    const social = await (await createDriver(provider)).token()
    await expectRefusal(await change(social, { password: PASSWORD, new_password: NEXT }), 409, 'password_missing')
    expect((await login(provider, 'refused@example.test')).status).toBe(200)
  })
})

describe('a common password', () => {
  const COMMON = ['sunshine1', 'Football1', 'PASSWORD123', 'qwerty123', 'iloveyou1', 'azertyuiop', 'trustno1']

  it('is refused by the provider itself, whatever the phone said of it', async () => {
    for (const password of COMMON)
      await expectRefusal(
        await post(provider, '/auth/register', registration('common@example.test', { password })),
        422,
        'password_too_weak',
      )
    const email = 'common-reset@example.test'
    await signUp(provider, email)
    await post(provider, '/auth/forgot-password', { email })
    const token = await lastCode(provider, email)
    await expectRefusal(
      await post(provider, '/auth/reset-password', { token, password: 'sunshine1' }),
      422,
      'password_too_weak',
    )
  })
})
