import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import type { Log } from '../../src/lib/log.ts'
import { buildApp } from '../../provider/app.ts'
import type { GatewayConfig } from '../../src/contract/payments.ts'
import { startFakePaystack } from '../gateways/support/fake-paystack.ts'
import { startFakeStripe } from '../gateways/support/fake-stripe.ts'
import { startFakeWave } from '../gateways/support/fake-wave.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { creditsOf, getPayment, mustTopUp, onPage, postTopUp, postVerify, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

const statusAndCode = async (answer: Response): Promise<unknown> => [answer.status, await codeOf(answer)]

describe('without a gateway’s key the sandbox stands in, and says so', () => {
  it.each([
    ['NGN', 'card_bank', 'authorization_url', 500_000],
    ['XOF', 'mobile_money', 'checkout_url', 5_000],
    ['USD', 'card', 'payment_url', 5_000],
    ['CAD', 'card', 'payment_url', 5_000],
  ])('%s: a page of %s, as %s', async (...row) => {
    const [currency, kind, link, amount] = row
    const { reference, payment_info: info, payment } = await mustTopUp(provider, driver, { amount, currency })
    expect(info).toMatchObject({ gateway: 'sandbox', kind, sandbox: true })
    expect(info[link as 'payment_url']).toBe(`http://localhost:4173/sandbox/pay/${reference}`)
    expect(payment).toMatchObject({ state: 'sent', amount, currency, purpose: 'top_up', outcome: null })
  })

  it('under the origin that the browser is on', async () => {
    const headers = { origin: 'http://127.0.0.1:4200' }
    const { reference, payment_info: info } = await mustTopUp(provider, driver, { headers })
    expect(info.payment_url).toBe(`http://127.0.0.1:4200/sandbox/pay/${reference}`)
  })

  it.each([
    ['en', 'Sandbox: no real money moves.', 'C$25.00'],
    ['fr', 'Bac à sable\u00a0: aucun argent réel ne circule.', '25,00\u00a0$'],
  ])('its page in %s names amount and truth, and runs no script', async (language, notice, amount) => {
    const { reference } = await mustTopUp(provider, driver)
    const page = await provider.request('GET', `/sandbox/pay/${reference}`, {
      headers: { 'accept-language': language },
    })
    const html = await page.text()
    expect(html).toContain(notice)
    expect(html).toContain(amount)
    expect(html).toContain('action="?outcome=pay"')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toContain('<script')
  })

  it('its buttons lead back to the app; a script gets JSON', async () => {
    const { reference } = await mustTopUp(provider, driver)
    const path = `/sandbox/pay/${reference}?outcome=abandon`
    const back = await provider.request('POST', path, { headers: { accept: 'text/html' } })
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `/wallet/callback?payment_reference=${reference}`,
    ])
    expect(await (await onPage(provider, reference, 'pay')).json()).toEqual({ reference, outcome: 'pay' })
    const paid = await provider.request('GET', `/sandbox/pay/${reference}`)
    expect(await paid.text()).toContain('This payment is already paid.')
  })

  it('a delayed payment is confirmed later', async () => {
    const { reference } = await mustTopUp(provider, driver)
    await onPage(provider, reference, 'delay')
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'pending' })
    provider.clock.advance(11_000)
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('a failed one can be paid after all on the same page: credited once, late', async () => {
    const { reference } = await mustTopUp(provider, driver)
    await onPage(provider, reference, 'fail')
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'failed', reason: 'declined' })
    await onPage(provider, reference, 'pay')
    await onPage(provider, reference, 'fail')
    expect(await getPayment(provider, driver, reference)).toMatchObject({
      state: 'succeeded_late',
      outcome: 'credited',
    })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('without SANDBOX there is no page, and payment is unavailable', async () => {
    const real = await startTestProvider({ config: { sandbox: false } })
    const one = await createDriver(real)
    expect(await statusAndCode(await postTopUp(real, one))).toEqual([422, 'payment_unavailable'])
    expect((await real.request('GET', '/sandbox/pay/bw-x')).status).toBe(404)
    expect((await real.request('POST', '/sandbox/pay/bw-x?outcome=pay')).status).toBe(404)
    expect((await real.request('POST', '/api/v1/webhooks/sandbox', { body: {} })).status).toBe(404)
    const answer = await real.request('GET', '/api/v1/payments/gateways?country=CA')
    expect(await answer.json()).toMatchObject({ data: { available: false, gateways: [] } })
    await real.close()
  })
})

describe('an amount', () => {
  it.each([0, -1, 49, 100_001, Number.MAX_SAFE_INTEGER])('of %d is out of range, which is named', async (amount) => {
    const answer = await postTopUp(provider, driver, { amount })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'amount_out_of_range',
      detail: 'Choose an amount from C$0.50 to C$1,000.00.',
      minimum: 50,
      maximum: 100_000,
    })
  })

  it.each([1.5, '2500', null, 1e300])('%j is no amount', async (amount) => {
    expect(await statusAndCode(await postTopUp(provider, driver, { amount }))).toEqual([422, 'validation_failed'])
  })

  it('in a currency of no wallet is refused', async () => {
    expect(await statusAndCode(await postTopUp(provider, driver, { currency: 'EUR' }))).toEqual([
      422,
      'validation_failed',
    ])
  })

  it('without a key, and without signing in, is refused', async () => {
    const options = { token: await driver.token(), body: { amount: 500 } }
    const keyless = await provider.request('POST', '/api/v1/wallet/add-funds', options)
    expect(await statusAndCode(keyless)).toEqual([422, 'idempotency_key_required'])
    expect((await provider.request('POST', '/api/v1/wallet/add-funds', { body: {}, key: newKey() })).status).toBe(401)
  })
})

describe('a verification', () => {
  it('of an unknown reference and of somebody else’s is the same answer', async () => {
    const { reference } = await mustTopUp(provider, driver)
    await onPage(provider, reference, 'pay')
    const other = await createDriver(provider)
    const answers = [
      await postVerify(provider, other, { payment_reference: reference }),
      await postVerify(provider, other, { payment_reference: 'bw-none' }),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(bodies[0]).toBe(bodies[1])
    expect(answers[0]?.status).toBe(404)
    expect(await balanceOf(provider, other)).toBe(10_000)
    for (const path of [`/api/v1/payments/${reference}`, `/api/v1/payments/bw-none`])
      expect((await provider.request('GET', path, { token: await other.token() })).status).toBe(404)
  })

  it.each([
    ['another amount', { amount: '2600' }],
    ['another gateway', { payment_provider: 'stripe' }],
  ])('that claims %s is refused, and no money moves', async (_name, claim) => {
    const { reference } = await mustTopUp(provider, driver)
    await provider.deps.db.query(`update sandbox_charges set status = 'paid', paid_at = now() where reference = $1`, [
      reference,
    ])
    const answer = await postVerify(provider, driver, { payment_reference: reference, ...claim })
    expect(await statusAndCode(answer)).toEqual([422, 'payment_mismatch'])
    expect(await creditsOf(provider, reference)).toBe(0)
  })

  it('by /wallet/credit credits what the gateway confirms, whatever it is called twice', async () => {
    const { reference } = await mustTopUp(provider, driver)
    const credit = async (amount: number) =>
      provider.request('POST', `/api/v1/wallet/credit?reference=${reference}&amount=${String(amount)}&description=x`, {
        token: await driver.token(),
        key: newKey(),
      })
    expect(await (await credit(2_500)).json()).toMatchObject({ status: 'pending', data: { new_balance: 10_000 } })
    expect((await credit(999_999)).status).toBe(422)
    await onPage(provider, reference, 'pay')
    const answers = [await credit(2_500), await credit(2_500)]
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ status: 'success', data: { new_balance: 12_500 } })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('starts are limited by user, and the answer says when to come back', async () => {
    const limited = await startTestProvider({ config: { requestsPerMinute: { perAddress: 0, perUser: 600 } } })
    const one = await createDriver(limited)
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push(await postTopUp(limited, one))
    expect(statuses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(statuses.at(-1)?.headers.get('retry-after')).toBe('6')
    expect((await postTopUp(limited, await createDriver(limited))).status).toBe(200)
    await limited.close()
  })
})

describe('the client secret', () => {
  const ask = async (who: TestDriver, body: unknown): Promise<Response> =>
    provider.request('POST', '/api/create-payment-intent', { token: await who.token(), body })

  it('is for the amount of the driver’s own open card payment alone', async () => {
    const { reference, payment_info: info } = await mustTopUp(provider, driver)
    const body = { amount: 2_500, currency: 'CAD', metadata: { reference } }
    expect(await (await ask(driver, body)).json()).toEqual({ client_secret: info.client_secret })
    expect(await statusAndCode(await ask(driver, { ...body, amount: 1 }))).toEqual([422, 'payment_mismatch'])
    expect(await statusAndCode(await ask(await createDriver(provider), body))).toEqual([404, 'payment_not_found'])
    await onPage(provider, reference, 'pay')
    expect(await statusAndCode(await ask(driver, body))).toEqual([422, 'payment_unavailable'])
  })

  it('is none where mobile money is paid', async () => {
    const { reference } = await mustTopUp(provider, driver, { amount: 5_000, currency: 'XOF' })
    const body = { amount: 5_000, currency: 'XOF', metadata: { reference } }
    expect(await statusAndCode(await ask(driver, body))).toEqual([422, 'payment_unavailable'])
  })
})

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

  it('a start that every gateway refused may be asked again under its key', async () => {
    const key = newKey()
    fakes[2]?.setMood('refusing')
    expect((await postTopUp(real, one, { currency: 'CAD', amount: 1_000, key })).status).toBe(422)
    fakes[2]?.setMood('well')
    expect((await postTopUp(real, one, { currency: 'CAD', amount: 1_000, key })).status).toBe(200)
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
