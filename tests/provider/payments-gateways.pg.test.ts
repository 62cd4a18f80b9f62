import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import type { Log } from '../../src/lib/log.ts'
import { buildApp } from '../../provider/app.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import type { GatewayConfig } from '../../src/contract/payments.ts'
import { startFakePaystack } from '../gateways/support/fake-paystack.ts'
import { startFakeStripe } from '../gateways/support/fake-stripe.ts'
import { startFakeWave } from '../gateways/support/fake-wave.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { codeOf } from './support/accounts.ts'
import { confirming } from './support/confirming.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { payIn, sendAs } from './support/test-money.ts'
import { getPayment, mustTopUp, postTopUp } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const statusAndCode = async (answer: Response): Promise<unknown> => [answer.status, await codeOf(answer)]

describe('with keys', () => {
  const fakes: FakeGateway[] = []
  let real: TestProvider
  let one: TestDriver
  const [logged, log]: [string[], Log] = [
    [],
    {
      info: (event, facts) => void logged.push(JSON.stringify([event, facts])),
      warn: (event, facts) => void logged.push(JSON.stringify([event, facts])),
      error: (event, facts) => void logged.push(JSON.stringify([event, facts])),
    },
  ]

  beforeAll(async () => {
    fakes.push(await startFakePaystack(), await startFakeWave(), await startFakeStripe())
    const gateways = Object.assign(readGatewayConfig({}), ...fakes.map(({ config }) => config)) as ReturnType<
      typeof readGatewayConfig
    >
    real = await startTestProvider({ config: { sandbox: false, gateways: { ...gateways, timeoutMs: 400 } } })
    one = await createDriver(real)
  })
  afterAll(async () => {
    await real.close()
    await Promise.all(fakes.map((fake) => fake.close()))
  })
  beforeEach(() => {
    for (const fake of fakes) fake.setMood('well')
  })

  const gatewayOf = async (currency: string, amount: number): Promise<string> =>
    (await mustTopUp(real, one, { currency, amount })).payment_info.gateway

  it('each currency goes to the gateway of its country', async () => {
    expect(await gatewayOf('NGN', 100_000)).toBe('paystack')
    expect(await gatewayOf('XOF', 1_000)).toBe('wave')
    expect(await gatewayOf('CAD', 1_000)).toBe('stripe')
    expect(await gatewayOf('USD', 1_000)).toBe('stripe')
  })

  it('Senegal falls back to Paystack where Wave has certainly started nothing, at Paystack’s scale', async () => {
    fakes[1]?.setMood('refusing')
    expect(await gatewayOf('XOF', 1_000)).toBe('paystack')
    expect(JSON.parse(fakes[0]?.requests.at(-1)?.body ?? '{}')).toMatchObject({ amount: 100_000, currency: 'XOF' })
  })

  it('dollars fall back to Nigeria’s gateway, Canadian ones never: it cannot charge them', async () => {
    fakes[2]?.setMood('refusing')
    expect(await gatewayOf('USD', 1_000)).toBe('paystack')
    const refused = await postTopUp(real, one, { currency: 'CAD', amount: 1_000 })
    expect(await statusAndCode(refused)).toEqual([422, 'payment_unavailable'])
  })

  it.each(['down', 'hang', 'html', 'cut'] as const)(
    'Wave %s: an attempt may have been made, so no other gateway is asked',
    async (mood) => {
      fakes[1]?.setMood(mood)
      const before = fakes[0]?.requests.length
      const answer = await postTopUp(real, one, { currency: 'XOF', amount: 1_000 })
      expect(await statusAndCode(answer)).toEqual([422, 'payment_unavailable'])
      expect(fakes[0]?.requests.length).toBe(before)
    },
  )

  it('a start that every gateway refused stays refused, and is asked anew under another key', async () => {
    const key = newKey()
    fakes[2]?.setMood('refusing')
    expect((await postTopUp(real, one, { currency: 'CAD', amount: 1_000, key })).status).toBe(422)
    fakes[2]?.setMood('well')
    expect((await postTopUp(real, one, { currency: 'CAD', amount: 1_000, key })).status).toBe(422)
    expect((await postTopUp(real, one, { currency: 'CAD', amount: 1_000 })).status).toBe(200)
  })

  it('a webhook of one gateway says nothing of another’s payment', async () => {
    const { reference } = await mustTopUp(real, one, { currency: 'CAD', amount: 1_000 })
    const before = fakes[2]?.requests.length
    const forged = fakes[0]?.webhook(reference, { id: newKey(), type: 'paid', atMs: real.clock.now() })
    const url = 'http://localhost/api/v1/webhooks/paystack'
    const init = { method: 'POST', headers: forged?.headers ?? {}, body: Buffer.from(forged?.body ?? []) }
    expect((await real.app.fetch(new Request(url, init))).status).toBe(200)
    expect(fakes[2]?.requests.length).toBe(before)
    expect(await getPayment(real, one, reference)).toMatchObject({ state: 'sent' })
  })

  it('the configuration tells names, keys that are public, and never the others', async () => {
    const answer = await real.request('GET', '/api/v1/payments/gateways?country=SN')
    const text = await answer.text()
    expect((JSON.parse(text) as { data: GatewayConfig }).data).toMatchObject({
      currency: 'XOF',
      available: true,
      gateways: [
        { provider: 'wave', kind: 'mobile_money', symbol: 'CFA', sandbox: false },
        { provider: 'paystack', public_key: 'pk_test_paystack' },
      ],
    })
    expect(text).not.toMatch(/sk_test|whsec|wave_sn/)
  })

  it('no key, client secret or e-mail address is ever logged', async () => {
    const app = buildApp({ ...real.deps, log })
    for (const mood of ['well', 'refusing', 'down'] as const) {
      fakes[2]?.setMood(mood)
      const headers = { authorization: `Bearer ${await one.token()}`, 'idempotency-key': newKey() }
      const body = JSON.stringify({ amount: 1_000, currency: 'CAD' })
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      await app.fetch(new Request('http://localhost/api/v1/wallet/add-funds', init))
    }
    expect(logged.join('\n')).toContain('payment.start_failed')
    expect(logged.join('\n')).not.toMatch(/sk_test|whsec|wave_sn|_secret_|@example/)
  })
})

it('withdrawals of a gateway without a key wait, are logged, and keep no other waiting', async () => {
  const provider = confirming(await startTestProvider())
  const withdraw = async (driver: TestDriver): Promise<void> => {
    const body = { amount: 100, currency: 'CAD' }
    expect((await sendAs(provider, driver, { method: 'POST', path: '/wallet/withdrawals', body })).status).toBe(201)
  }
  const [stuck, free] = [await createDriver(provider), await createDriver(provider)]
  const reference = await payIn(provider, stuck, 6_000)
  // More than the job reads at once.
  for (let count = 0; count < 60; count += 1) await withdraw(stuck)
  await provider.deps.db.query(`update payments set gateway = 'stripe' where reference = $1`, [reference])
  const paid = await payIn(provider, free, 1_000)
  provider.clock.advance(1)
  await withdraw(free)
  provider.clock.advance(11 * 60_000)
  const warned: unknown[] = []
  const log: Log = { ...provider.deps.log, warn: (event, facts) => void warned.push([event, facts]) }
  await payWithdrawals({ ...provider.deps, log })
  expect(await getPayment(provider, free, paid)).toMatchObject({ refunded: 100 })
  expect(warned).toEqual([['refund.gateway_not_configured', { refunds: 60 }]])
  await provider.close()
})
