import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import type { SessionWire, User } from '../../src/contract/auth.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { updatePasswordHash } from '../../provider/repositories/users.ts'
import { hashPassword } from '../../provider/rules/passwords.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { expectRefusal, lastMail, login, PASSWORD, post, readJson, signUp } from './support/accounts.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { mustTopUp, onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

let provider: TestProvider
let park: TestPark
let hash: string
beforeAll(async () => {
  provider = confirming(await startTestProvider())
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

/** Sends a request given as method and path, e.g. `GET /users/profile`. */
async function ask(driver: TestDriver, request: string, body?: unknown): Promise<Response> {
  const [method = '', path = ''] = request.split(' ')
  const options = { token: await driver.token(), key: newKey() }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

const erase = (driver: TestDriver, body: object = { password: PASSWORD }) => ask(driver, 'DELETE /users/me', body)

async function topUp(driver: TestDriver, amount: number): Promise<void> {
  const { reference } = await mustTopUp(provider, driver, { amount })
  await onPage(provider, reference, 'pay')
}

async function expectSoundLedger(): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}

/** Lists the tables of the database that hold `text` in some value. */
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
    await provider.deps.db.query(`update bookings set former_plates = '{XYZ789}' where user_id = $1`, [driver.userId])
    const answer = await ask(driver, 'GET /users/me/export')
    expect(answer.headers.get('content-disposition')).toContain('attachment')
    const text = await answer.text()
    const { data } = JSON.parse(text) as { data: AccountExport }
    expect(data.profile).toMatchObject([{ user_id: driver.userId, email: `${driver.userId}@example.test` }])
    expect(data.vehicles).toMatchObject([{ plate: 'MINE 1' }])
    expect(data.bookings).toMatchObject([
      { booking_code: booking.booking_code.replace('-', ''), plate: 'ABC123', former_plates: ['XYZ789'] },
    ])
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
    const { access_token: token } = await readJson<SessionWire>(await login(provider, email))
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
    // Stands for a payment that was refunded by hand at the gateway in the meantime.
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
