import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { codeOf, lastCode, lastMail, login, post, sendRefresh, signUp } from './support/accounts.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
beforeEach(() => provider.clock.set(TEST_NOW))
afterAll(() => provider.close())

const NEW = 'a shorter garage door'
const forgot = (email: string) => post(provider, '/auth/forgot-password', { email })
const reset = (token: string, password = NEW) => post(provider, '/auth/reset-password', { token, password })

async function askForToken(email: string): Promise<string> {
  await forgot(email)
  return lastCode(provider, email)
}

describe('a forgotten password', () => {
  it('is replaced through the mailed link, which ends every session', async () => {
    const email = 'forgot@example.test'
    const { refresh_token } = await signUp(provider, email)
    const token = await askForToken(email)
    expect((await lastMail(provider, email)).text).toContain(`http://localhost:4173/forgot-password?token=${token}`)
    expect((await reset(token)).status).toBe(204)
    expect(await codeOf(await sendRefresh(provider, { token: refresh_token, key: 'key-number-1' }))).toBe(
      'token_invalid',
    )
    expect((await login(provider, email)).status).toBe(401)
    expect((await login(provider, email, NEW)).status).toBe(200)
    expect((await lastMail(provider, email)).subject).toBe('Your Baywise password was changed')
  })

  it('is answered alike for an address that nobody registered, which gets no mail', async () => {
    await signUp(provider, 'real@example.test')
    const [real, unreal] = [await forgot('real@example.test'), await forgot('unreal@example.test')]
    await backgroundSettled()
    expect([unreal.status, await unreal.text()]).toEqual([real.status, await real.text()])
    expect(real.status).toBe(202)
    expect(provider.mails.some(({ to }) => to === 'unreal@example.test')).toBe(false)
  })

  it('takes a link once, and all older links die with it', async () => {
    const email = 'once@example.test'
    await signUp(provider, email)
    const older = await askForToken(email)
    provider.clock.advance(30_000)
    const token = await askForToken(email)
    const answers = await Promise.all([reset(token), reset(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422])
    expect(older).not.toBe(token)
    expect(await codeOf(await reset(older))).toBe('code_invalid')
    expect(await codeOf(await reset('never-issued'))).toBe('code_invalid')
  })

  it('refuses a link after an hour', async () => {
    await signUp(provider, 'hour@example.test')
    const token = await askForToken('hour@example.test')
    provider.clock.advance(HOUR_MS)
    expect(await codeOf(await reset(token))).toBe('code_expired')
  })

  it('keeps the link when the new password is too weak', async () => {
    await signUp(provider, 'weak@example.test')
    const token = await askForToken('weak@example.test')
    expect(await codeOf(await reset(token, 'weak@example.test'))).toBe('password_too_weak')
    expect((await reset(token)).status).toBe(204)
  })

  it('opens an account that a stranger’s guesses had locked', async () => {
    const email = 'lockedout@example.test'
    await signUp(provider, email)
    for (let tried = 0; tried < 11; tried += 1) await login(provider, email, 'wrong password')
    expect((await login(provider, email)).status).toBe(429)
    expect((await reset(await askForToken(email))).status).toBe(204)
    expect((await login(provider, email, NEW)).status).toBe(200)
  })
})
