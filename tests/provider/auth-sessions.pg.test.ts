import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { DeviceSession } from '../../src/contract/sessions.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { deviceOf } from '../../provider/rules/device.ts'
import { codeOf, PASSWORD, readJson, sendRefresh, signUp } from './support/accounts.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A.250105.002) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.135 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
beforeEach(() => provider.clock.set(TEST_NOW))
afterAll(() => provider.close())

async function signInOn(email: string, userAgent: string): Promise<SessionWire> {
  const answer = await provider.request('POST', '/api/v1/auth/login', {
    body: { identifier: email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status).toBe(200)
  return readJson<SessionWire>(answer)
}

const ask = ({ access_token }: SessionWire, method = 'GET', rest = '') =>
  provider.request(method, `/api/v1/auth/sessions${rest}`, { token: access_token })

async function list(session: SessionWire): Promise<DeviceSession[]> {
  const answer = await ask(session)
  expect(answer.status).toBe(200)
  return (await readJson<{ data: DeviceSession[] }>(answer)).data
}

const canRefresh = async ({ refresh_token }: SessionWire): Promise<boolean> =>
  (await sendRefresh(provider, { token: refresh_token, key: uuid7() })).status === 200

describe('the list of sessions', () => {
  it('names each device coarsely, says which one asks, and when each was last there', async () => {
    const first = await signUp(provider, 'list@example.test')
    provider.clock.advance(5 * MINUTE_MS)
    const phone = await signInOn('list@example.test', PIXEL)
    provider.clock.advance(5 * MINUTE_MS)
    const laptop = await signInOn('list@example.test', LAPTOP)
    expect(await list(phone)).toMatchObject([
      { browser: 'Chrome', system: 'Android', current: true, last_seen_at: '2026-11-23T12:05:00Z' },
      { browser: 'Firefox', system: 'Linux', current: false, last_seen_at: '2026-11-23T12:10:00Z' },
      { browser: null, system: null, current: false, last_seen_at: '2026-11-23T12:00:00Z' },
    ])
    provider.clock.advance(5 * MINUTE_MS)
    const renewed = await readJson<SessionWire>(
      await sendRefresh(provider, { token: first.refresh_token, key: uuid7() }),
    )
    expect((await list(renewed))[0]).toMatchObject({ current: true, last_seen_at: '2026-11-23T12:15:00Z' })
    expect((await list(laptop)).map(({ current }) => current)).toEqual([true, false, false])
  })

  it('keeps no address and no user agent of anybody', async () => {
    await signUp(provider, 'least@example.test')
    await signInOn('least@example.test', PIXEL)
    const rows = JSON.stringify(await provider.deps.db.query('select * from refresh_families'))
    expect(rows).toContain('Chrome')
    for (const trace of ['Mozilla', 'Pixel', 'Chrome/131', '127.0.0.1']) expect(rows).not.toContain(trace)
  })

  it('leaves out what has ended: signed out, run out, or of somebody else', async () => {
    const mine = await signUp(provider, 'ended@example.test')
    const gone = await signInOn('ended@example.test', PIXEL)
    await signUp(provider, 'other@example.test')
    await provider.request('POST', '/api/v1/auth/logout', { body: { refresh_token: gone.refresh_token } })
    expect(await list(mine)).toHaveLength(1)
    provider.clock.advance(31 * DAY_MS)
    const later = await signInOn('ended@example.test', LAPTOP)
    expect(await list(later)).toMatchObject([{ browser: 'Firefox', current: true }])
  })

  it('is for the signed-in user only', async () => {
    const answer = await provider.request('GET', '/api/v1/auth/sessions')
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
  })
})

describe('ending sessions', () => {
  it('ends one, and the others go on; ending it again changes nothing', async () => {
    const mine = await signUp(provider, 'one-of@example.test')
    const lost = await signInOn('one-of@example.test', PIXEL)
    const { session_id } = must(
      (await list(mine)).find(({ current }) => !current),
      'the other session',
    )
    expect((await ask(mine, 'DELETE', `/${session_id}`)).status).toBe(204)
    expect((await ask(mine, 'DELETE', `/${session_id}`)).status).toBe(204)
    expect(await canRefresh(lost)).toBe(false)
    expect(await list(mine)).toHaveLength(1)
    expect(await canRefresh(mine)).toBe(true)
  })

  it('answers alike for a session of somebody else, one that never was and a text that is no id', async () => {
    const mine = await signUp(provider, 'nosy@example.test')
    const theirs = await signUp(provider, 'private@example.test')
    const { session_id } = must((await list(theirs))[0], 'their session')
    const answers = await Promise.all(
      [session_id, uuid7(), 'x', "';--", '😀'].map((id) => ask(mine, 'DELETE', `/${encodeURIComponent(id)}`)),
    )
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(new Set(bodies).size).toBe(1)
    expect(await canRefresh(theirs)).toBe(true)
  })

  it('ends all others at once', async () => {
    const mine = await signUp(provider, 'all@example.test')
    const others = [await signInOn('all@example.test', PIXEL), await signInOn('all@example.test', LAPTOP)]
    const stranger = await signUp(provider, 'untouched@example.test')
    expect((await ask(mine, 'DELETE')).status).toBe(204)
    expect(await list(mine)).toMatchObject([{ current: true }])
    for (const other of others) expect(await canRefresh(other)).toBe(false)
    expect(await canRefresh(mine)).toBe(true)
    expect(await canRefresh(stranger)).toBe(true)
  })
})

describe('a user agent', () => {
  it.each([
    [PIXEL, 'Chrome', 'Android'],
    [LAPTOP, 'Firefox', 'Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge',
      'Windows',
    ],
    ['curl/8.5.0', null, null],
    ['', null, null],
    [`${'x'.repeat(10_240)} Chrome/1`, null, null],
  ])('is read for the names alone: %#', (text, browser, system) => {
    expect(deviceOf(text)).toEqual({ browser, system })
  })
})
