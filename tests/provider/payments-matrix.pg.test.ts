import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { sumLedger } from '../../provider/repositories/ledger.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import type { PaymentState } from '../../src/domain/payment.ts'
import { startFakePaystack } from '../gateways/support/fake-paystack.ts'
import { startFakeStripe } from '../gateways/support/fake-stripe.ts'
import { startFakeWave } from '../gateways/support/fake-wave.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { creditsOf, getPayment, mustTopUp, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** Gateway, currency, amount in minor units, and a different amount in the gateway's wire units. */
const GATEWAYS = [
  ['paystack', startFakePaystack, 'NGN', 150_000, 10_000],
  ['wave', startFakeWave, 'XOF', 1_500, 100],
  ['stripe', startFakeStripe, 'CAD', 1_400, 100],
  ['paystack', startFakePaystack, 'XOF', 1_500, 10_000],
] as const

const rows: Array<Readonly<Record<string, string | number>>> = []
afterAll(() => console.table(rows))

describe.each(GATEWAYS)('%s', (...row) => {
  const [name, startFake, currency, amount, otherWireAmount] = row
  let fake: FakeGateway
  let provider: TestProvider
  let driver: TestDriver
  let reference: string

  beforeAll(async () => {
    fake = await startFake()
    const gateways = { ...readGatewayConfig({}), ...fake.config }
    provider = await startTestProvider({ config: { sandbox: false, gateways }, poolSize: 12 })
  })
  afterAll(async () => {
    await provider.close()
    await fake.close()
  })
  beforeEach(async () => {
    fake.setMood('well')
    driver = await createDriver(provider)
    const started = await mustTopUp(provider, driver, { amount, currency })
    expect(started.payment_info).toMatchObject({ gateway: name, sandbox: false })
    ;({ reference } = started)
  })

  async function send(event: { id?: string; type?: 'paid' | 'failed'; secret?: string; ageMs?: number } = {}) {
    const { id = newKey(), type = 'paid', ageMs = 0, ...rest } = event
    const { body, headers } = fake.webhook(reference, { id, type, atMs: provider.clock.now() - ageMs, ...rest })
    const url = `http://localhost/api/v1/webhooks/${name}`
    const answer = await provider.app.fetch(new Request(url, { method: 'POST', headers, body: Buffer.from(body) }))
    await backgroundSettled()
    return answer.status
  }

  async function expectEnd(outcome: string, state: PaymentState, credits: number): Promise<void> {
    const payment = await getPayment(provider, driver, reference)
    expect(payment.state).toBe(state)
    expect(await creditsOf(provider, reference)).toBe(credits)
    const wallet = await provider.request('GET', `/api/v1/wallet?currency=${currency}`, { token: await driver.token() })
    expect(await wallet.json()).toMatchObject({ data: { balance: credits * amount } })
    rows.push({ gateway: `${name} ${currency}`, outcome, state, credits, ledger: await sumLedger(provider.deps.db) })
  }

  it('success, return first: credited once, the webhook after it changes nothing', async () => {
    fake.settle(reference, 'paid')
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'success',
      data: { new_balance: amount },
    })
    expect(await send()).toBe(200)
    await expectEnd('return first', 'succeeded', 1)
  })

  it('success, webhook first', async () => {
    fake.settle(reference, 'paid')
    expect(await send()).toBe(200)
    await expectEnd('webhook first', 'succeeded', 1)
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    await expectEnd('webhook first, then return', 'succeeded', 1)
  })

  it('duplicate webhooks, one after the other and at once', async () => {
    fake.settle(reference, 'paid')
    const id = newKey()
    expect(await Promise.all([send({ id }), send({ id }), send(), send()])).toEqual([200, 200, 200, 200])
    expect(await send({ id })).toBe(200)
    await verify(provider, driver, reference)
    await expectEnd('duplicate webhook', 'succeeded', 1)
  })

  it('failed: nothing is credited, and the driver is told', async () => {
    fake.settle(reference, 'failed')
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'failed' })
    await expectEnd('fail', 'failed', 0)
  })

  it('abandoned: open until it expires, then expired', async () => {
    fake.settle(reference, 'abandoned')
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'pending' })
    provider.clock.advance(31 * 60_000)
    await settleDuePayments(provider.deps)
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'expired' })
    await expectEnd('abandon', 'expired', 0)
  })

  it('late: paid after it had expired, found by the job, credited once', async () => {
    fake.settle(reference, 'processing')
    provider.clock.advance(31 * 60_000)
    await settleDuePayments(provider.deps)
    await expectEnd('expired', 'expired', 0)
    fake.settle(reference, 'paid')
    provider.clock.advance(16 * 60_000)
    await settleDuePayments(provider.deps)
    await settleDuePayments(provider.deps)
    await expectEnd('late', 'succeeded_late', 1)
  })

  it('forged: refused, the gateway is not even asked', async () => {
    fake.settle(reference, 'paid')
    const before = fake.requests.length
    expect(await send({ secret: 'guessed' })).toBe(403)
    expect(fake.requests).toHaveLength(before)
    await expectEnd('forged', 'sent', 0)
  })

  it('a true signature on a payment that was not made: the gateway is asked, and believed', async () => {
    expect(await send()).toBe(200)
    await expectEnd('early webhook', 'pending', 0)
  })

  it('replayed: the same event an hour later credits nothing more', async () => {
    fake.settle(reference, 'paid')
    const id = newKey()
    await send({ id })
    provider.clock.advance(3_600_000)
    expect([200, 403]).toContain(await send({ id, ageMs: 3_600_000 }))
    await expectEnd('replayed', 'succeeded', 1)
  })

  it('mismatch: another amount was paid; nothing is credited, it is logged and kept for a person', async () => {
    fake.settle(reference, 'paid', { amount: otherWireAmount })
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'failed' })
    expect(await getPayment(provider, driver, reference)).toMatchObject({ reason: 'mismatch' })
    await expectEnd('mismatched amount', 'failed', 0)
  })

  it('mismatch: another currency was paid', async () => {
    fake.settle(reference, 'paid', { currency: 'GHS' })
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'failed' })
    await expectEnd('mismatched currency', 'failed', 0)
  })

  it.each(['down', 'html', 'cut'] as const)('%s: pending, no money moved, settled when it is back', async (mood) => {
    fake.settle(reference, 'paid')
    fake.setMood(mood)
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'pending',
      message: expect.stringContaining('don’t pay again') as string,
    })
    expect(await creditsOf(provider, reference)).toBe(0)
    fake.setMood('well')
    provider.clock.advance(6 * 60_000)
    await settleDuePayments(provider.deps)
    await expectEnd(`gateway ${mood}, then well`, 'succeeded', 1)
  })
})
