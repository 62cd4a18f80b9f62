import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import {
  expectRefusal,
  lastCode,
  login,
  otherCode,
  PASSWORD,
  post,
  readJson,
  register,
  signUp,
} from './support/accounts.ts'
import { startSecondProvider, type SecondProvider } from './support/second-provider.ts'
import { TestAuthenticator } from './support/test-authenticator.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let second: SecondProvider
beforeAll(async () => {
  provider = await startTestProvider()
  second = await startSecondProvider(provider)
})
afterAll(async () => {
  await second.close()
  await provider.close()
})

const postSecond = (path: string, body: unknown): Promise<Response> =>
  second.request('POST', `/api/v1${path}`, { body })

/** Makes ten tries with wrong passwords, half of them at each process. */
async function lock(email: string): Promise<void> {
  for (let tried = 0; tried < 5; tried += 1) {
    await login(provider, email, 'wrong password')
    await postSecond('/auth/login', { identifier: email, password: 'wrong password' })
  }
}

describe('limits that guard secrets are counted by two processes together', () => {
  it('wrong passwords of an account', async () => {
    const email = 'counted@example.test'
    await signUp(provider, email)
    await lock(email)
    await expectRefusal(await login(provider, email), 429, 'rate_limited')
    await expectRefusal(await postSecond('/auth/login', { identifier: email, password: PASSWORD }), 429, 'rate_limited')
  })

  it('wrong codes of a registration', async () => {
    const email = 'codes@example.test'
    const secret = await register(provider, email)
    const code = await lastCode(provider, email)
    const guess = { email, code: otherCode(code), registration_secret: secret }
    for (let tried = 0; tried < 5; tried += 1)
      await (tried % 2 === 0 ? post(provider, '/auth/verify-email', guess) : postSecond('/auth/verify-email', guess))
    await expectRefusal(await postSecond('/auth/verify-email', { ...guess, code }), 422, 'code_invalid')
  })

  it('mails to an address', async () => {
    await post(provider, '/auth/forgot-password', { email: 'mails@example.test' })
    await expectRefusal(await postSecond('/auth/forgot-password', { email: 'mails@example.test' }), 429, 'rate_limited')
  })

  it('wrong pairing codes of a network', async () => {
    const pair = { code: 'AAAA-AAAA' }
    for (let tried = 0; tried < 10; tried += 1)
      await (tried % 2 === 0 ? post(provider, '/attendant/pair', pair) : postSecond('/attendant/pair', pair))
    await expectRefusal(await postSecond('/attendant/pair', pair), 429, 'rate_limited')
  })
})

describe('ten wrong passwords of a stranger do not lock the owner out', () => {
  it('a passkey opens meanwhile', async () => {
    const email = 'with-key@example.test'
    const { access_token: token } = await signUp(provider, email)
    const begun = await provider.request('POST', '/api/v1/auth/passkeys/options', { token })
    const key = new TestAuthenticator()
    const challengeOf = async (answer: Response): Promise<string> =>
      (await readJson<{ data: { challenge: string } }>(answer)).data.challenge
    const response = key.create({ challenge: await challengeOf(begun) })
    await provider.request('POST', '/api/v1/auth/passkeys', { token, body: { name: 'My phone', response } })
    await lock(email)
    await expectRefusal(await login(provider, email), 429, 'rate_limited')
    const challenge = await challengeOf(await postSecond('/auth/passkey-login/options', {}))
    const opened = await postSecond('/auth/passkey-login', { response: key.sign({ challenge, counter: 2 }) })
    expect(opened.status).toBe(200)
  })

  it('a new password by the link of a mail opens at once, at each process, and ends the lock', async () => {
    const email = 'by-mail@example.test'
    await signUp(provider, email)
    await lock(email)
    provider.clock.advance(MINUTE_MS)
    await post(provider, '/auth/forgot-password', { email })
    const body = { token: await lastCode(provider, email), password: 'another garage door' }
    expect((await postSecond('/auth/reset-password', body)).status).toBe(204)
    const opened = await login(provider, email, body.password)
    expect((await readJson<SessionWire>(opened)).user.email).toBe(email)
  })

  it('nor out of the sessions that are open', async () => {
    const email = 'still-in@example.test'
    const { access_token: token } = await signUp(provider, email)
    await lock(email)
    expect((await second.request('GET', '/api/v1/users/profile', { token })).status).toBe(200)
  })
})
