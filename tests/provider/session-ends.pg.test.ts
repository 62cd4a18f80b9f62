import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { DeviceSession } from '../../src/contract/sessions.ts'
import { must } from '../../src/lib/assert.ts'
import { signOut } from '../../provider/cli/sign-out.ts'
import { setDisabled } from '../../provider/repositories/users.ts'
import { expectRefusal, lastCode, login, PASSWORD, post, readJson, sendRefresh, signUp } from './support/accounts.ts'
import { startSecondProvider, type SecondProvider } from './support/second-provider.ts'
import { newKey } from './support/test-driver.ts'
import { mustStartGuest } from './support/test-guests.ts'
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

const bothProfiles = async ({ access_token: token }: SessionWire): Promise<readonly Response[]> => [
  await provider.request('GET', '/api/v1/users/profile', { token }),
  await second.request('GET', '/api/v1/users/profile', { token }),
]

async function expectOpen(session: SessionWire): Promise<void> {
  for (const answer of await bothProfiles(session)) expect(answer.status).toBe(200)
}

async function expectEnded(session: SessionWire): Promise<void> {
  for (const answer of await bothProfiles(session)) await expectRefusal(answer, 401, 'token_invalid')
}

const signInAgain = async (email: string): Promise<SessionWire> => readJson<SessionWire>(await login(provider, email))

/** Opens two sessions of one driver that both processes know. */
async function openTwo(email: string): Promise<readonly [SessionWire, SessionWire]> {
  const sessions = [await signUp(provider, email), await signInAgain(email)] as const
  for (const session of sessions) await expectOpen(session)
  return sessions
}

describe('the access token of an ended session is refused by every process at once', () => {
  it('after signing out, and only on that phone', async () => {
    const [mine, other] = await openTwo('out@example.test')
    await post(provider, '/auth/logout', { refresh_token: mine.refresh_token })
    await expectEnded(mine)
    await expectOpen(other)
  })

  it('after another phone ended it', async () => {
    const [mine, lost] = await openTwo('lost@example.test')
    const answer = await provider.request('GET', '/api/v1/auth/sessions', { token: lost.access_token })
    const { data } = await readJson<{ data: DeviceSession[] }>(answer)
    const { session_id: id } = must(
      data.find(({ current }) => current),
      'the lost phone',
    )
    await second.request('DELETE', `/api/v1/auth/sessions/${id}`, { token: mine.access_token })
    await expectEnded(lost)
    await expectOpen(mine)
  })

  it('after “sign out everywhere else”', async () => {
    const [mine, other] = await openTwo('all@example.test')
    await provider.request('DELETE', '/api/v1/auth/sessions', { token: mine.access_token })
    await expectEnded(other)
    await expectOpen(mine)
  })

  it('after the password was reset', async () => {
    const email = 'reset@example.test'
    const sessions = await openTwo(email)
    await post(provider, '/auth/forgot-password', { email })
    const token = await lastCode(provider, email)
    expect((await post(provider, '/auth/reset-password', { token, password: 'another garage door' })).status).toBe(204)
    for (const session of sessions) await expectEnded(session)
  })

  it('after a refresh token was used twice', async () => {
    const [mine] = await openTwo('copied@example.test')
    const next = await readJson<SessionWire>(
      await sendRefresh(provider, { token: mine.refresh_token, key: 'first-key-of-it' }),
    )
    await expectOpen(next)
    await sendRefresh(provider, { token: mine.refresh_token, key: 'second-key-of-it' })
    await expectEnded(next)
  })

  it('after the account was deleted', async () => {
    const sessions = await openTwo('deleted@example.test')
    const answer = await provider.request('DELETE', '/api/v1/users/me', {
      ...{ token: sessions[0].access_token, key: newKey() },
      body: { password: PASSWORD },
    })
    expect(answer.status, await answer.clone().text()).toBe(204)
    for (const session of sessions) await expectEnded(session)
  })

  it('after the command ended those of one address', async () => {
    const sessions = await openTwo('ended@example.test')
    const [other] = await openTwo('not-ended@example.test')
    const end = (...words: readonly string[]) => signOut(provider.deps.db, words, provider.clock.now())
    expect((await end('Ended@Example.test')).exitCode).toBe(0)
    for (const session of sessions) await expectEnded(session)
    await expectOpen(other)
    await expectOpen(await signInAgain('ended@example.test'))
    expect((await end('nobody@example.test')).exitCode).toBe(1)
    expect((await end()).exitCode).toBe(2)
  })

  it('after the command ended those of all accounts; a guest, who could not sign in again, keeps theirs', async () => {
    const [one] = await openTwo('one-of-all@example.test')
    const [other] = await openTwo('other-of-all@example.test')
    const guest = await mustStartGuest(provider)
    const { lines } = await signOut(provider.deps.db, ['--all'], provider.clock.now())
    expect(lines.join()).toMatch(/^\d+ sessions have ended/)
    await expectEnded(one)
    await expectEnded(other)
    expect((await provider.request('GET', '/api/v1/bookings/list', { token: await guest.token() })).status).toBe(200)
  })

  it('while the account is disabled, in words of its own', async () => {
    const sessions = await openTwo('disabled@example.test')
    await setDisabled(provider.deps.db, 'disabled@example.test', provider.clock.now())
    for (const session of sessions)
      for (const answer of await bothProfiles(session)) await expectRefusal(answer, 403, 'account_disabled')
  })

  it('also for a key that is known: no stored answer is given to it', async () => {
    const [mine] = await openTwo('known-key@example.test')
    const key = newKey()
    const vehicle = { plate: 'ENDED 1', country_code: 'SN', vehicle_type_id: 1 }
    const add = () => second.request('POST', '/api/v1/user/vehicles/', { token: mine.access_token, key, body: vehicle })
    expect((await add()).status).toBe(201)
    await post(provider, '/auth/logout', { refresh_token: mine.refresh_token })
    await expectRefusal(await add(), 401, 'token_invalid')
  })
})
