import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway, SavedMethods } from '../../provider/gateways/gateway.ts'
import type { SavedMethod } from '../../provider/rules/charge.ts'
import { createWave } from '../../provider/gateways/wave.ts'
import { must } from '../../src/lib/assert.ts'
import type { Currency } from '../../src/domain/money.ts'
import { CHARGE, GATEWAY_CASES } from './support/gateway-cases.ts'
import type { FakeGateway, Mood } from './support/gateway-server.ts'

const TIMEOUT_MS = 400
const KEEPING = GATEWAY_CASES.filter(({ name }) => name !== 'wave')

it('mobile money is charged by nobody but its owner', () => {
  const gateway = createWave({ apiKey: 'k', webhookSecret: 's', url: 'http://localhost:1', timeoutMs: 1 })
  expect(gateway.saved).toBeUndefined()
})

describe.each(KEEPING)('a method kept at $name in $currency', ({ currency, amountMinor, wireAmount, start, adapt }) => {
  let fake: FakeGateway
  let gateway: Gateway
  let saved: SavedMethods
  let count = 0

  beforeAll(async () => {
    fake = await start()
    gateway = adapt(fake, TIMEOUT_MS)
    saved = must(gateway.saved, 'saved methods')
  })
  afterAll(() => fake.close())
  afterEach(() => {
    fake.setMood('well')
    fake.declineSaved?.(false)
  })

  const newReference = (): string => `bw-${currency}-${String((count += 1))}`

  async function pay(): Promise<{ reference: string; gatewayReference: string | null; currency: Currency }> {
    const reference = newReference()
    const started = await gateway.start({ ...CHARGE, reference, amountMinor, currency, keep: true })
    if (!started.ok) throw new Error(started.error.detail)
    return { reference, gatewayReference: started.value.gatewayReference, currency }
  }

  async function keep(): Promise<SavedMethod> {
    const sent = await pay()
    fake.settle(sent.reference, 'paid')
    const found = await saved.find(sent)
    return must(found.ok ? found.value : null, 'a method')
  }

  const order = (token: string, reference = newReference()) => ({
    ...{ reference, amountMinor, currency, token },
    ...{ email: 'new-address@example.test', description: 'Automatic top-up' },
  })

  it('is found by what it is called on a statement', async () => {
    expect(await keep()).toMatchObject({ brand: 'visa', last4: expect.stringMatching(/^\d{4}$/) as string })
  })

  it('is none before anything was paid', async () => {
    expect(await saved.find(await pay())).toEqual({ ok: true, value: null })
  })

  it('is charged without the driver, at the gateway’s own scale, and is paid in our minor units', async () => {
    const { token } = await keep()
    const sent = order(token)
    expect(await saved.charge(sent)).toMatchObject({
      ok: true,
      value: { verified: { status: 'paid', amountMinor, currency } },
    })
    const { body } = must(
      fake.requests.findLast(({ method }) => method === 'POST'),
      'a request',
    )
    expect(body).toMatch(new RegExp(`amount"?[:=]${String(wireAmount)}\\b`))
    expect(body).toContain(sent.reference)
  })

  it('is charged once under one reference, however often it is asked', async () => {
    const sent = order((await keep()).token)
    const answers = [await saved.charge(sent), await saved.charge(sent)]
    const references = answers.map((answer) => (answer.ok ? answer.value.gatewayReference : null))
    expect(new Set(references).size).toBe(1)
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { verified: { status: 'paid' } } })
  })

  it('a declined charge has failed', async () => {
    const { token } = await keep()
    fake.declineSaved?.(true)
    expect(await saved.charge(order(token))).toMatchObject({ ok: true, value: { verified: { status: 'failed' } } })
  })

  it.each<[Mood, 'not_started' | 'unknown']>([
    ['refusing', 'not_started'],
    ['down', 'unknown'],
    ['html', 'unknown'],
    ['hang', 'unknown'],
  ])('%s: a charge is %s, and the log learns no token', async (mood, kind) => {
    const { token } = await keep()
    fake.setMood(mood)
    const answer = await saved.charge(order(token))
    expect(answer).toMatchObject({ ok: false, error: { kind } })
    expect(JSON.stringify(answer)).not.toMatch(/AUTH_|pm_|cus_|sk_test/)
  })

  it('that was given up there is charged no more', async () => {
    const { token } = await keep()
    expect(await saved.forget(token)).toEqual({ ok: true, value: null })
    expect(fake.forgotten).toHaveLength(1)
    expect(await saved.charge(order(token))).toMatchObject({ ok: false, error: { kind: 'not_started' } })
  })
})

it('no method is kept where the driver did not agree', async () => {
  const { start, adapt } = must(
    KEEPING.find(({ name }) => name === 'stripe'),
    'stripe',
  )
  const fake = await start()
  const gateway = adapt(fake, TIMEOUT_MS)
  const reference = 'bw-without'
  const started = await gateway.start({ ...CHARGE, reference, amountMinor: 1_000, currency: 'CAD' })
  fake.settle(reference, 'paid')
  const gatewayReference = started.ok ? started.value.gatewayReference : null
  expect(await gateway.saved?.find({ reference, gatewayReference, currency: 'CAD' })).toEqual({ ok: true, value: null })
  expect(fake.requests.map(({ body }) => body).join('\n')).not.toContain('setup_future_usage')
  await fake.close()
})
