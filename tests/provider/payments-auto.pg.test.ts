import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { chargeAutoTopUps } from '../../provider/services/auto-charges.ts'
import { forgetMethods } from '../../provider/services/payment-methods.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import type { AutoTopUp, GatewayConfig, PaymentWire } from '../../src/contract/payments.ts'
import { startFakeStripe } from '../gateways/support/fake-stripe.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { onPage, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const DAY_MS = 86_400_000
/** An hour at the test's tariff. */
const PRICE = 450
/** The first booking leaves less than the threshold of the welcome credit. */
const RULE = { enabled: true, currency: 'CAD', threshold: 9_900, amount: 2_000, monthly_cap: 5_000 }

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
  park = await insertTestPark(provider.deps.db, { capacity: 500 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const options = { token: await driver.token(), ...(method === 'GET' ? {} : { key: newKey() }) }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

const get = async <T>(path: string): Promise<T> => ((await (await send('GET', path)).json()) as { data: T }).data
const settings = (currency = 'CAD') => get<AutoTopUp>(`/wallet/auto-top-up?currency=${currency}`)
const set = (changes: Partial<typeof RULE> = {}) => send('PUT', '/wallet/auto-top-up', { ...RULE, ...changes })

/** Pays C$5 and agrees to keep the card unless `keep` is false; returns the payment's reference. */
async function keepCard(outcome: 'pay' | 'declines_later' = 'pay', keep = true): Promise<string> {
  const answer = await send('POST', '/wallet/add-funds', { amount: 500, currency: 'CAD', keep_method: keep })
  const { data } = (await answer.json()) as { data: { reference: string } }
  await onPage(provider, data.reference, outcome)
  await backgroundSettled()
  return data.reference
}

async function jobs(): Promise<void> {
  await settleDuePayments(provider.deps)
  await chargeAutoTopUps(provider.deps)
  await backgroundSettled()
}

/** Spends from the wallet and lets the jobs run. */
async function spend(): Promise<void> {
  await mustBook(provider, driver, { parkId: park.id })
  await jobs()
}

async function automatic(): Promise<readonly PaymentWire[]> {
  const { items } = (await (await send('GET', '/payments?size=100')).json()) as { items: readonly PaymentWire[] }
  return items.filter((payment) => payment.automatic === true)
}

const mailsOf = (who: TestDriver): readonly string[] =>
  provider.mails.filter(({ to }) => to.startsWith(who.userId)).map(({ subject }) => subject)

async function expectSoundLedger(): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}

describe('a saved method', () => {
  it('is kept only where the driver agreed, and tells the phone what it is called and nothing else', async () => {
    await keepCard('pay', false)
    expect(await settings()).toMatchObject({ available: true, enabled: false, method: null })
    await keepCard()
    const text = await (await send('GET', '/wallet/auto-top-up?currency=CAD')).text()
    expect(JSON.parse(text)).toMatchObject({ data: { enabled: false, method: { brand: 'visa', last4: '4242' } } })
    expect(text).not.toContain('token')
  })

  it('is found by the job where the provider stopped before it was asked for', async () => {
    const reference = await keepCard()
    await provider.deps.db.query('delete from payment_methods where consent = $1', [reference])
    await provider.deps.db.query(`update payments set keep = 'wanted', next_check_at = $2 where reference = $1`, [
      reference,
      new Date(provider.clock.now()),
    ])
    expect((await settings()).method).toBeNull()
    await jobs()
    expect((await settings()).method).toMatchObject({ last4: '4242' })
  })

  it('of an account that was closed meanwhile is not kept', async () => {
    const reference = await keepCard('pay', false)
    await provider.deps.db.query('update users set disabled_at = now() where user_id = $1', [driver.userId])
    await provider.deps.db.query(
      `with kept as (update sandbox_charges set keeps = true, card = '4242' where reference = $1)
       update payments set keep = 'wanted', next_check_at = $2 where reference = $1`,
      [reference, new Date(provider.clock.now())],
    )
    await jobs()
    const rows = await provider.deps.db.query<{ removed_at: number | null }>(
      'select removed_at from payment_methods where user_id = $1',
      [driver.userId],
    )
    expect(rows).toEqual([{ removed_at: provider.clock.now() }])
  })

  it('gives its place to the next one, and is given up at the gateway with its token', async () => {
    await keepCard()
    await keepCard('declines_later')
    expect((await settings()).method).toMatchObject({ last4: '0341' })
    await forgetMethods(provider.deps)
    const rows = await provider.deps.db.query<{ token: string }>(
      'select token from payment_methods where user_id = $1 order by created_at, removed_at',
      [driver.userId],
    )
    expect(rows.map(({ token }) => token).toSorted()).toEqual(['', '0341'])
  })

  it('that is removed switches the automatic top-up off', async () => {
    await keepCard()
    await set()
    const answer = await send('DELETE', '/wallet/auto-top-up/method?currency=CAD')
    expect(await answer.json()).toMatchObject({ data: { enabled: false, method: null, threshold: 9_900 } })
    await spend()
    expect(await automatic()).toEqual([])
  })

  it('is not offered where mobile money is paid', async () => {
    expect(await settings('XOF')).toMatchObject({ available: false })
    const config = await get<GatewayConfig>('/payments/gateways?country=SN')
    expect(config.gateways.map(({ keeps_methods: keeps }) => keeps)).toEqual([false])
  })
})

describe('the settings', () => {
  it('are off at first, and cannot be switched on without a method', async () => {
    expect(await settings()).toMatchObject({ available: true, enabled: false, threshold: 0, method: null })
    expect(await codeOf(await set())).toBe('payment_unavailable')
  })

  it.each([
    ['threshold', { threshold: 0 }],
    ['amount', { amount: 49 }],
    ['monthly_cap', { monthly_cap: 1_999 }],
  ])('a %s that cannot be is named', async (field, changes) => {
    await keepCard()
    const answer = await set(changes)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'amount_out_of_range', errors: [{ field }] })
  })

  it('are switched off whatever the figures say, and the figures before stay', async () => {
    await keepCard()
    await set()
    expect((await set({ enabled: false, threshold: 0, amount: 0, monthly_cap: 0 })).status).toBe(200)
    const { enabled: _on, ...figures } = RULE
    expect(await settings()).toMatchObject({ enabled: false, ...figures })
  })

  it('charge nothing by themselves: only a spend does', async () => {
    await mustBook(provider, driver, { parkId: park.id })
    await keepCard()
    await set({ threshold: 50_000 })
    await jobs()
    expect(await automatic()).toEqual([])
    await spend()
    expect(await automatic()).toHaveLength(1)
  })
})

describe('a spend that leaves too little', () => {
  beforeEach(async () => {
    await keepCard()
  })

  it('fills the wallet once, whoever looks and however often, and the driver is told', async () => {
    await set({ threshold: 10_100 })
    await mustBook(provider, driver, { parkId: park.id })
    await Promise.all([1, 2, 3].map(() => chargeAutoTopUps(provider.deps)))
    await jobs()
    expect(await balanceOf(provider, driver)).toBe(10_000 + 500 - PRICE + 2_000)
    const [payment, ...more] = await automatic()
    expect(more).toEqual([])
    expect(payment).toMatchObject({ state: 'succeeded', amount: 2_000, purpose: 'top_up', outcome: 'credited' })
    expect(mailsOf(driver)).toEqual(['Your wallet was topped up: C$20.00'])
    await expectSoundLedger()
  })

  it('that leaves enough charges nothing', async () => {
    await set({ threshold: 1_000 })
    await spend()
    expect(await automatic()).toEqual([])
  })

  it('charges up to the monthly cap, and again in the next month of the wallet’s country', async () => {
    await set({ threshold: 100_000 })
    for (let count = 0; count < 4; count += 1) await spend()
    expect((await settings()).charged_this_month).toBe(4_000)
    // 2026-12-01 03:00 UTC is still November in Toronto.
    provider.clock.set(Date.parse('2026-12-01T03:00:00Z'))
    await spend()
    expect(await automatic()).toHaveLength(2)
    provider.clock.set(Date.parse('2026-12-01T06:00:00Z'))
    expect((await settings()).charged_this_month).toBe(0)
    await spend()
    expect(await automatic()).toHaveLength(3)
    await expectSoundLedger()
  })

  it('charges nothing for an account that was closed', async () => {
    await set({ threshold: 100_000 })
    await mustBook(provider, driver, { parkId: park.id })
    await provider.deps.db.query('update users set disabled_at = now() where user_id = $1', [driver.userId])
    await jobs()
    const rows = await provider.deps.db.query('select 1 from payments where user_id = $1 and method_id is not null', [
      driver.userId,
    ])
    expect(rows).toEqual([])
  })
})

it('a method that is declined twice in a row switches it off, takes no money and says so', async () => {
  await keepCard('declines_later')
  await set({ threshold: 100_000 })
  await spend()
  expect(await settings()).toMatchObject({ enabled: true, off_reason: null })
  await spend()
  expect(await settings()).toMatchObject({ enabled: false, off_reason: 'declined', charged_this_month: 0 })
  await spend()
  expect((await automatic()).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'declined'],
    ['failed', 'declined'],
  ])
  expect(mailsOf(driver)).toEqual(['Automatic top-up is off'])
  expect(await balanceOf(provider, driver)).toBe(10_500 - 3 * PRICE)
  await set({ threshold: 100_000 })
  expect(await settings()).toMatchObject({ enabled: true, off_reason: null })
  await expectSoundLedger()
})

describe('at a gateway that is silent', () => {
  let fake: FakeGateway

  beforeAll(async () => {
    fake = await startFakeStripe()
  })
  afterAll(() => fake.close())

  it('a charge is asked for again under its reference: one charge, one credit', async () => {
    const sandbox = provider
    const gateways = { ...readGatewayConfig({}), ...fake.config, timeoutMs: 400 }
    provider = await startTestProvider({ config: { gateways } })
    park = await insertTestPark(provider.deps.db, { capacity: 5 })
    driver = await createDriver(provider)
    const answer = await send('POST', '/wallet/add-funds', { amount: 500, currency: 'CAD', keep_method: true })
    const { data } = (await answer.json()) as { data: { reference: string } }
    fake.settle(data.reference, 'paid')
    await verify(provider, driver, data.reference)
    await backgroundSettled()
    await set({ threshold: 100_000 })
    await mustBook(provider, driver, { parkId: park.id })
    fake.setMood('cut')
    await jobs()
    const [open] = await automatic()
    expect(open).toMatchObject({ state: 'created', gateway: 'stripe' })
    fake.setMood('well')
    await jobs()
    expect((await automatic())[0]).toMatchObject({ state: 'created' })
    provider.clock.advance(DAY_MS / 24)
    await jobs()
    expect(await automatic()).toMatchObject([{ reference: open?.reference, state: 'succeeded' }])
    expect(await balanceOf(provider, driver)).toBe(10_000 + 500 - PRICE + 2_000)
    await expectSoundLedger()
    await provider.close()
    provider = sandbox
  })
})
