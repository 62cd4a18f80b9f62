import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import type { User } from '../../src/contract/auth.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { updatePasswordHash } from '../../provider/repositories/users.ts'
import { hashPassword } from '../../provider/rules/passwords.ts'
import { payWithdrawals } from '../../provider/rules/refunds.ts'
import { codeOf, lastCode, lastMail, login, otherCode, PASSWORD, post, readJson, signUp } from './support/accounts.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { mustTopUp, onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
let hash: string
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { capacity: 50 })
  hash = await hashPassword(PASSWORD)
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

async function createOwner(): Promise<TestDriver> {
  const driver = await createDriver(provider)
  await updatePasswordHash(provider.deps.db, driver.userId, { hash, nowMs: TEST_NOW })
  return driver
}

/** `request`: `GET /users/profile`. */
async function ask(driver: TestDriver, request: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = request.split(' ')
  const options = { token: await driver.token(), key: newKey() }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

const erase = (driver: TestDriver, body: object = { password: PASSWORD }) => ask(driver, 'DELETE /users/me', body)

const expectRefusal = async (answer: Response, status: number, code: string): Promise<void> => {
  expect([answer.status, await codeOf(answer)]).toEqual([status, code])
}

async function topUp(driver: TestDriver, amount: number): Promise<void> {
  const { reference } = await mustTopUp(provider, driver, { amount })
  await onPage(provider, reference, 'pay')
}

async function expectSoundLedger(): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}

/** Every value of the database that contains `text`, by table. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await provider.deps.db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await provider.deps.db.query(
      `select 1 from "${name}" t where to_jsonb(t)::text ilike '%' || $1 || '%' limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

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

describe('the export', () => {
  it('holds what is the driver’s, nothing that opens anything, and nothing of anybody else', async () => {
    const [driver, other] = [await createOwner(), await createOwner()]
    await ask(driver, 'POST /user/vehicles/', {
      plate: 'MINE 1',
      country_code: 'CA',
      region: 'ON',
      vehicle_type_id: 1,
    })
    const booking = await mustBook(provider, driver, { parkId: park.id })
    await mustBook(provider, other, { parkId: park.id, changes: { plate: 'THEIRS' } })
    await topUp(driver, 3_000)
    const answer = await ask(driver, 'GET /users/me/export')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const text = await answer.text()
    const { data } = JSON.parse(text) as { data: AccountExport }
    expect(data.profile).toMatchObject([{ user_id: driver.userId, email: `${driver.userId}@example.test` }])
    expect(data.vehicles).toMatchObject([{ plate: 'MINE 1' }])
    expect(data.bookings).toMatchObject([{ booking_code: booking.booking_code.replace('-', ''), plate: 'ABC123' }])
    expect(data.transactions.map(({ kind }) => kind)).toEqual(['welcome_credit', 'booking', 'top_up'])
    expect(data.payments).toMatchObject([{ amount_minor: 3_000, state: 'succeeded' }])
    for (const secret of [hash, 'THEIRS', other.userId, 'password', 'token']) expect(text).not.toContain(secret)
  })

  it('is given five times an hour', async () => {
    const driver = await createOwner()
    for (let time = 0; time < 5; time += 1) expect((await ask(driver, 'GET /users/me/export')).status).toBe(200)
    const answer = await ask(driver, 'GET /users/me/export')
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 3_600])
  })
})

describe('deleting the account', () => {
  it('leaves the books without anything that names the driver, and opens nothing any more', async () => {
    const email = 'leaves@example.test'
    const session = await signUp(provider, email)
    const driver: TestDriver = {
      userId: (
        await readJson<{ data: User }>(
          await provider.request('GET', '/api/v1/users/profile', { token: session.access_token }),
        )
      ).data.user_id as TestDriver['userId'],
      token: () => Promise.resolve(session.access_token),
    }
    await provider.deps.db.query(`update users set country_code = 'CA' where user_id = $1`, [driver.userId])
    await ask(driver, 'PATCH /users/profile', { first_name: 'Zebulon', phone: '416 555 0199' })
    await ask(driver, 'POST /user/vehicles/', {
      plate: 'GONE 77',
      country_code: 'CA',
      region: 'ON',
      vehicle_type_id: 1,
    })
    await mustBook(provider, driver, { parkId: park.id, changes: { plate: 'GONE 77' } })
    expect(await tablesWith('Zebulon')).not.toEqual([])
    provider.clock.advance(3 * 3_600_000)
    const token = await provider.deps.tokens.sign(driver.userId)
    const later: TestDriver = { ...driver, token: () => Promise.resolve(token) }
    const answer = await erase(later)
    expect(answer.status, await answer.clone().text()).toBe(204)
    expect((await lastMail(provider, email)).subject).toBe('Your Baywise account was deleted')
    for (const trace of [email, 'Zebulon', '4165550199', 'GONE77', 'GONE 77'])
      expect([trace, await tablesWith(trace)]).toEqual([trace, []])
    for (const path of ['/users/profile', '/bookings/list', '/wallet', '/users/me/export'])
      await expectRefusal(await ask(later, `GET ${path}`), 401, 'token_invalid')
    await expectRefusal(await login(provider, email), 401, 'invalid_credentials')
    const refreshed = await provider.request('POST', '/api/v1/auth/refresh', {
      body: { refresh_token: session.refresh_token },
      key: newKey(),
    })
    expect(refreshed.status).toBe(401)
    expect((await signUp(provider, email)).user.user_id).not.toBe(driver.userId)
    await expectSoundLedger()
  })

  it('waits for bookings that run or are to come', async () => {
    const driver = await createOwner()
    await mustBook(provider, driver, { parkId: park.id })
    await expectRefusal(await erase(driver), 409, 'bookings_running')
    provider.clock.advance(3 * 3_600_000)
    expect((await erase(driver)).status).toBe(204)
    await expectSoundLedger()
  })

  it('waits until the driver’s own money is withdrawn and has arrived; gifts are given up', async () => {
    const driver = await createOwner()
    await topUp(driver, 3_000)
    const answer = await erase(driver, { password: PASSWORD, give_up_money: true })
    expect(await readJson(answer.clone())).toMatchObject({
      wallets: [{ currency: 'CAD', amount: 3_000, can_withdraw: true }],
    })
    await expectRefusal(answer, 409, 'wallet_not_empty')
    expect((await ask(driver, 'POST /wallet/withdrawals', { amount: 3_000, currency: 'CAD' })).status).toBe(201)
    await expectRefusal(await erase(driver), 409, 'money_moving')
    provider.clock.advance(11 * 60_000)
    await payWithdrawals(provider.deps)
    expect((await erase(driver)).status).toBe(204)
    const [wallet] = await provider.deps.db.query('select balance_minor from wallets where user_id = $1', [
      driver.userId,
    ])
    expect(wallet).toEqual({ balance_minor: 0 })
    await expectSoundLedger()
  })

  it('gives up money that no gateway can give back only when the driver says so', async () => {
    const driver = await createOwner()
    await topUp(driver, 3_000)
    // The payment has been given back at the gateway by hand meanwhile.
    await provider.deps.db.query(
      `update payments set gateway = 'wave', amount_minor = amount_minor + 1 where user_id = $1`,
      [driver.userId],
    )
    const answer = await erase(driver)
    expect(await readJson(answer)).toMatchObject({ wallets: [{ amount: 3_000, can_withdraw: false }] })
    expect((await erase(driver, { password: PASSWORD, give_up_money: true })).status).toBe(204)
    expect(await sumLedger(provider.deps.db)).toBe(0)
    await provider.deps.db.query(
      `update payments set gateway = 'sandbox', amount_minor = amount_minor - 1 where user_id = $1`,
      [driver.userId],
    )
    await expectSoundLedger()
  })

  it('waits for a payment that may still arrive', async () => {
    const driver = await createOwner()
    await mustTopUp(provider, driver, { amount: 3_000 })
    await expectRefusal(await erase(driver), 409, 'money_moving')
  })

  it('needs the password, also where the account has none yet', async () => {
    const driver = await createOwner()
    await expectRefusal(await erase(driver, { password: 'not mine' }), 422, 'password_wrong')
    await expectRefusal(await erase(driver, {}), 422, 'validation_failed')
    await expectRefusal(await erase(await createDriver(provider)), 409, 'password_missing')
    expect((await post(provider, '/users/me', {})).status).toBe(404)
    expect((await ask(driver, 'GET /users/profile')).status).toBe(200)
  })
})
