import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FactorRequired } from '../../src/contract/second-factor.ts'
import { toUserId } from '../../src/domain/ids.ts'
import { buildApp } from '../../provider/app.ts'
import {
  expectRefusal,
  lastCode,
  lastMail,
  otherCode,
  PASSWORD,
  post,
  readJson,
  register,
  signUp,
} from './support/accounts.ts'
import { payIn } from './support/test-money.ts'
import { TestAuthenticator } from './support/test-authenticator.ts'
import { newKey } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface Driver {
  readonly email: string
  readonly token: string
}

/** Creates a driver who can withdraw C$25. */
async function makeDriver(): Promise<Driver> {
  const email = `${newKey()}@example.test`
  const { access_token: token } = await signUp(provider, email)
  await payIn(provider, { userId: toUserId(newKey()), token: () => Promise.resolve(token) }, 2_500)
  provider.clock.advance(31_000)
  return { email, token }
}

/** Signs the driver in again, as on another device. */
async function signIn({ email }: Driver): Promise<Driver> {
  const answer = await provider.request('POST', '/api/v1/auth/login', {
    body: { identifier: email, password: PASSWORD },
  })
  return { email, token: (await readJson<{ access_token: string }>(answer)).access_token }
}

interface Wish {
  readonly key: string
  readonly amount: number
}

const wish = (amount = 1_000): Wish => ({ key: newKey(), amount })
const bodyOf = ({ key, amount }: Wish) => ({ request: key, amount, currency: 'CAD' })

const withdraw = ({ token }: Driver, { key, amount }: Wish): Promise<Response> =>
  provider.request('POST', '/api/v1/wallet/withdrawals', { token, key, body: { amount, currency: 'CAD' } })
const begin = ({ token }: Driver, asked: Wish): Promise<Response> =>
  provider.request('POST', '/api/v1/wallet/second-factor', { token, body: bodyOf(asked) })
const confirm = ({ token }: Driver, asked: Wish, proof: object): Promise<Response> =>
  provider.request('POST', '/api/v1/wallet/second-factor/confirm', { token, body: { ...bodyOf(asked), ...proof } })

async function mailedCode(driver: Driver, asked: Wish): Promise<string> {
  const answer = await begin(driver, asked)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return lastCode(provider, driver.email)
}

const passkeys = (
  { token }: Driver,
  ...[rest, body, method = 'POST']: [rest: string, body: object, method?: string]
): Promise<Response> => provider.request(method, `/api/v1/auth/passkeys${rest}`, { token, body })

async function addPasskey(driver: Driver): Promise<TestAuthenticator> {
  const key = new TestAuthenticator()
  const begun = await readJson<{ data: { challenge: string } }>(await passkeys(driver, '/options', {}))
  expect((await passkeys(driver, '', { name: 'Theirs', response: key.create(begun.data) })).status).toBe(201)
  return key
}

/** Changes the driver's address. */
async function moveTo({ token }: Driver, email: string): Promise<Driver> {
  const send = (path: string, body: object) => provider.request('POST', `/api/v1/users${path}`, { token, body })
  expect((await send('/email-change', { email, password: PASSWORD })).status).toBe(202)
  expect((await send('/email-change/confirm', { code: await lastCode(provider, email) })).status).toBe(200)
  return { email, token }
}

async function withdrawalsOf({ token }: Driver): Promise<number> {
  const answer = await provider.request('GET', '/api/v1/wallet/withdrawals', { token })
  return (await readJson<{ total: number }>(answer)).total
}

describe('a withdrawal', () => {
  test('is made once its code was shown, under its first key; the code counts once and its replay changes nothing', async () => {
    const driver = await makeDriver()
    const asked = wish()
    const refused = await withdraw(driver, asked)
    expect(refused.status).toBe(403)
    expect(await readJson<FactorRequired & { code: string }>(refused)).toMatchObject({
      ...{ code: 'second_factor_required', request: asked.key, second_factor: 'email', email: driver.email },
    })
    const code = await mailedCode(driver, asked)
    const { text } = await lastMail(provider, driver.email)
    expect(text).toContain('C$10.00')
    expect((await confirm(driver, asked, { code })).status).toBe(200)
    // If the answer was lost, repeating the confirmation succeeds again.
    expect((await confirm(driver, asked, { code })).status).toBe(200)
    expect((await withdraw(driver, asked)).status).toBe(201)
    const again = await withdraw(driver, asked)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    await expectRefusal(await confirm(driver, asked, { code }), 422, 'code_invalid')
    const other = wish()
    await expectRefusal(await confirm(driver, other, { code }), 422, 'code_invalid')
    await expectRefusal(await withdraw(driver, other), 403, 'second_factor_required')
    expect(await withdrawalsOf(driver)).toBe(1)
  })

  test('needs no code where it is refused anyway; refused once confirmed, it stays refused, and the next takes a code of its own', async () => {
    const driver = await makeDriver()
    await expectRefusal(await withdraw(driver, wish(2_501)), 422, 'amount_out_of_range')
    const [small, large] = [wish(2_000), wish(1_000)]
    const code = await mailedCode(driver, large)
    expect((await confirm(driver, large, { code })).status).toBe(200)
    provider.clock.advance(31_000)
    const second = await mailedCode(driver, small)
    expect((await confirm(driver, small, { code: second })).status).toBe(200)
    expect((await withdraw(driver, small)).status).toBe(201)
    // Confirmed, but the balance has become too low.
    await expectRefusal(await withdraw(driver, large), 422, 'amount_out_of_range')
    const { items } = await readJson<{ items: { id: string }[] }>(
      await provider.request('GET', '/api/v1/wallet/withdrawals', { token: driver.token }),
    )
    const back = `/api/v1/wallet/withdrawals/${items[0]?.id ?? ''}`
    expect((await provider.request('DELETE', back, { token: driver.token, key: newKey() })).status).toBe(200)
    // The driver has seen this one refused, so no copy of it may take the money after all.
    await expectRefusal(await withdraw(driver, large), 422, 'amount_out_of_range')
    await expectRefusal(await withdraw(driver, wish(1_000)), 403, 'second_factor_required')
  })

  test('once confirmed is made once, however many of it come at once', async () => {
    const driver = await makeDriver()
    const asked = wish()
    await confirm(driver, asked, { code: await mailedCode(driver, asked) })
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(driver, asked)))
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(await withdrawalsOf(driver)).toBe(1)
  })
})

describe('whoever has a stolen access token', () => {
  test('gets no money out without the mailbox, nor with a code of another amount, key, session or purpose', async () => {
    const driver = await makeDriver()
    const asked = wish(1_000)
    const code = await mailedCode(driver, asked)
    const dearer = { ...asked, amount: 2_500 }
    await expectRefusal(await confirm(driver, dearer, { code }), 422, 'code_invalid')
    await expectRefusal(await confirm(driver, { ...asked, key: newKey() }, { code }), 422, 'code_invalid')
    const thief = await signIn(driver)
    await expectRefusal(await confirm(thief, asked, { code }), 422, 'code_invalid')
    expect((await confirm(driver, asked, { code })).status).toBe(200)
    // The confirmation covers this amount in this session only.
    await expectRefusal(await withdraw(driver, dearer), 403, 'second_factor_required')
    await expectRefusal(await withdraw(thief, asked), 403, 'second_factor_required')
    const console = { organisation_id: newKey(), code }
    await expectRefusal(
      await provider.request('POST', '/api/v1/console/sessions', { token: driver.token, body: console }),
      403,
      'forbidden',
    )
    await expectRefusal(
      await provider.request('POST', '/api/v1/wallet/second-factor', { body: bodyOf(asked) }),
      401,
      'unauthorized',
    )
    expect(await withdrawalsOf(driver)).toBe(0)
  })

  test('guesses five times a code, counted by all processes, and has ten codes an hour', async () => {
    const driver = await makeDriver()
    const asked = wish()
    const right = await mailedCode(driver, asked)
    const other = { ...provider, app: buildApp(provider.deps) }
    const guess = async (at: Pick<TestProvider, 'app'>): Promise<Response> =>
      at.app.request('/api/v1/wallet/second-factor/confirm', {
        method: 'POST',
        headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...bodyOf(asked), code: otherCode(right) }),
      })
    await Promise.all([provider, other, provider, other, provider].map(guess))
    await expectRefusal(await confirm(driver, asked, { code: right }), 422, 'code_invalid')
    await expectRefusal(await begin(driver, asked), 429, 'rate_limited')
    const statuses: number[] = []
    for (let count = 0; count < 12; count += 1) {
      provider.clock.advance(31_000)
      statuses.push((await begin(driver, wish())).status)
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(9)
    expect(statuses.at(-1)).toBe(429)
  })

  test('cannot remove a passkey, or change the address, and have the code a day long', async () => {
    const driver = await makeDriver()
    const key = await addPasskey(driver)
    provider.clock.advance(DAY_MS)
    const thief = await signIn(driver)
    expect((await passkeys(thief, `/${key.credentialId}`, {}, 'DELETE')).status).toBe(204)
    expect((await lastMail(provider, driver.email)).subject).toBe('A passkey was removed from your Baywise account')
    await expectRefusal(await withdraw(thief, wish()), 403, 'second_factor_paused')
    await expectRefusal(await begin(thief, wish()), 403, 'second_factor_paused')
    const moved = await moveTo(thief, `${newKey()}@example.test`)
    provider.clock.advance(DAY_MS - MINUTE_MS)
    const later = await signIn(moved)
    await expectRefusal(await withdraw(later, wish()), 403, 'second_factor_paused')
    await expectRefusal(await begin(later, wish()), 403, 'second_factor_paused')
    provider.clock.advance(MINUTE_MS)
    expect(await mailedCode(later, wish())).toMatch(/^\d{6}$/)
    expect(await withdrawalsOf(later)).toBe(0)
  })

  test('nor after a new password that removes every passkey; a passkey of before that day still confirms', async () => {
    const driver = await makeDriver()
    await addPasskey(driver)
    const other = await makeDriver()
    const kept = await addPasskey(other)
    provider.clock.advance(DAY_MS)
    await post(provider, '/auth/forgot-password', { email: driver.email })
    const body = { token: await lastCode(provider, driver.email), password: PASSWORD, drop_passkeys: true }
    expect((await post(provider, '/auth/reset-password', body)).status).toBe(204)
    await expectRefusal(await begin(await signIn(driver), wish()), 403, 'second_factor_paused')
    const moved = await moveTo(await signIn(other), `${newKey()}@example.test`)
    const asked = wish()
    const { data } = await readJson<{ data: { options: { challenge: string } } }>(await begin(moved, asked))
    const response = kept.sign({ challenge: data.options.challenge, counter: 2 })
    expect((await confirm(moved, asked, { response })).status).toBe(200)
    expect((await withdraw(moved, asked)).status).toBe(201)
  })

  test('uses up no mail of the owner by registering the address: a link and a code still come', async () => {
    const driver = await makeDriver()
    for (let sent = 0; sent < 11; sent += 1) await register(provider, driver.email)
    const kept = await post(provider, '/auth/forgot-password', { email: driver.email })
    expect(kept.status).toBe(202)
    expect(await mailedCode(driver, wish())).toMatch(/^\d{6}$/)
  })

  test('comes too late after fifteen minutes, for the code and for what was confirmed', async () => {
    const driver = await makeDriver()
    const asked = wish()
    const code = await mailedCode(driver, asked)
    provider.clock.advance(14 * MINUTE_MS)
    expect((await confirm(driver, asked, { code })).status).toBe(200)
    await provider.deps.db.query(`update second_factors set expires_at = $1`, [new Date(provider.clock.now())])
    await expectRefusal(await withdraw(driver, asked), 403, 'second_factor_required')
    await expectRefusal(await confirm(driver, asked, { code }), 422, 'code_expired')
  })

  test('adds a passkey that counts for nothing on its first day; one of before is asked for, and answers for one amount', async () => {
    const driver = await makeDriver()
    const key = await addPasskey(driver)
    const asked = wish()
    const { data } = await readJson<{ data: { kind: string } }>(await begin(driver, asked))
    expect(data.kind).toBe('email')
    provider.clock.advance(DAY_MS)
    const later = await signIn(driver)
    const challengeOf = async (which: Wish): Promise<string> =>
      (await readJson<{ data: { options: { challenge: string } } }>(await begin(later, which))).data.options.challenge
    const code = await lastCode(provider, driver.email)
    await expectRefusal(await confirm(later, asked, { code }), 422, 'passkey_invalid')
    const dearer = { ...asked, amount: 2_500 }
    const signed = key.sign({ challenge: await challengeOf(asked), counter: 2 })
    await expectRefusal(await confirm(later, dearer, { response: signed }), 422, 'passkey_invalid')
    expect((await confirm(later, asked, { response: signed })).status).toBe(200)
    await expectRefusal(await confirm(later, asked, { response: signed }), 422, 'passkey_invalid')
    await expectRefusal(await withdraw(later, dearer), 403, 'second_factor_required')
    expect((await withdraw(later, asked)).status).toBe(201)
  })

  test('adds no passkey with the challenge of a withdrawal', async () => {
    const driver = await makeDriver()
    await addPasskey(driver)
    provider.clock.advance(DAY_MS)
    const later = await signIn(driver)
    const { data } = await readJson<{ data: { options: { challenge: string } } }>(await begin(later, wish()))
    const body = { name: 'Theirs', response: new TestAuthenticator().create(data.options) }
    await expectRefusal(await passkeys(later, '', body), 422, 'passkey_invalid')
  })
})
