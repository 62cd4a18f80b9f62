import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { creditsOf, getPayment, mustTopUp, onPage, postTopUp, verify } from './support/test-payments.ts'
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
    ['en', 'Demo: no real money.', 'C$25.00'],
    ['fr', 'Démo\u00a0: pas d’argent réel.', '25,00\u00a0$'],
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
    expect(await paid.text()).toContain('This payment is already settled.')
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
