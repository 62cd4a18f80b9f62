import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway, Verified } from '../../provider/gateways/gateway.ts'
import { must } from '../../src/lib/assert.ts'
import type { Currency } from '../../src/domain/money.ts'
import { CHARGE, GATEWAY_CASES } from './support/gateway-cases.ts'
import type { FakeGateway, Mood } from './support/gateway-server.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

describe.each(GATEWAY_CASES)('$name in $currency', ({ name, currency, amountMinor, wireAmount, start, adapt }) => {
  let fake: FakeGateway
  let gateway: Gateway
  let count = 0

  beforeAll(async () => {
    fake = await start()
    gateway = adapt(fake, 2_000)
  })
  afterAll(() => fake.close())
  afterEach(() => fake.setMood('well'))

  const charge = (reference: string) => ({ ...CHARGE, reference, amountMinor, currency })

  async function started(): Promise<{ reference: string; gatewayReference: string | null; currency: Currency }> {
    const reference = `bw-${name}-${currency}-${String((count += 1))}`
    const answer = await gateway.start(charge(reference))
    if (!answer.ok) throw new Error(`Not started: ${answer.error.detail}`)
    return { reference, gatewayReference: answer.value.gatewayReference, currency }
  }

  async function verified(sent: Awaited<ReturnType<typeof started>>): Promise<Verified> {
    const answer = await gateway.verify(sent)
    if (!answer.ok) throw new Error(`Not verified: ${answer.error.detail}`)
    return answer.value
  }

  it('is asked for the amount at its own scale and gives a page to pay on', async () => {
    const { reference } = await started()
    const request = must(fake.requests.at(-1), 'a request')
    const sent: unknown =
      name === 'stripe'
        ? new URLSearchParams(request.body).get('amount')
        : (JSON.parse(request.body) as { amount: unknown }).amount
    expect(Number(sent)).toBe(wireAmount)
    expect(typeof sent).toBe(name === 'paystack' ? 'number' : 'string')
    expect(request.body).toContain(reference)
  })

  it.each([
    ['processing', 'pending'],
    ['failed', 'failed'],
  ] as const)('%s is %s', async (outcome, status) => {
    const sent = await started()
    fake.settle(sent.reference, outcome)
    expect(await verified(sent)).toEqual({ status })
  })

  it('a payer who has done nothing yet has not failed', async () => {
    expect(['pending', 'abandoned']).toContain((await verified(await started())).status)
  })

  it('paid comes back in our minor units with its currency', async () => {
    const sent = await started()
    fake.settle(sent.reference, 'paid')
    expect(await verified(sent)).toMatchObject({ status: 'paid', amountMinor, currency })
  })

  it('another amount and another currency than were asked for are told as they are', async () => {
    const sent = await started()
    fake.settle(sent.reference, 'paid', { amount: wireAmount / 100, currency: 'GHS' })
    const found = await verified(sent)
    expect(found.status === 'paid' && found.amountMinor === amountMinor).toBe(false)
    expect(found).toMatchObject({ status: 'paid', currency: 'GHS' })
  })

  it.each<[Mood, 'not_started' | 'unknown']>([
    ['refusing', 'not_started'],
    ['down', 'unknown'],
    ['html', 'unknown'],
    ['cut', 'unknown'],
  ])('%s: a start is %s', async (mood, kind) => {
    fake.setMood(mood)
    const answer = await gateway.start(charge(`bw-${mood}-${String((count += 1))}`))
    expect(answer).toMatchObject({ ok: false, error: { kind } })
  })

  it('that never answers is given up, not waited for', async () => {
    fake.setMood('hang')
    const answer = await adapt(fake, 150).start(charge(`bw-hang-${String((count += 1))}`))
    expect(answer).toMatchObject({ ok: false, error: { kind: 'unknown' } })
  })

  it('that cannot be reached has certainly started nothing', async () => {
    const gone = await start()
    await gone.close()
    expect(await adapt(gone, 2_000).start(charge('bw-gone'))).toMatchObject({
      ok: false,
      error: { kind: 'not_started' },
    })
  })

  it.each<Mood>(['down', 'html', 'cut'])('%s: a verification says nothing about the payment', async (mood) => {
    const sent = await started()
    fake.settle(sent.reference, 'paid')
    fake.setMood(mood)
    expect(await gateway.verify(sent)).toMatchObject({ ok: false, error: { kind: 'unknown' } })
  })

  it('a verification that is never answered is given up, and says nothing either', async () => {
    const sent = await started()
    fake.settle(sent.reference, 'paid')
    fake.setMood('hang')
    expect(await adapt(fake, 150).verify(sent)).toMatchObject({ ok: false, error: { kind: 'unknown' } })
  })

  it('trouble never carries a key into the log', async () => {
    fake.setMood('refusing')
    const answer = await gateway.start(charge(`bw-log-${String((count += 1))}`))
    expect(JSON.stringify(answer)).not.toMatch(/sk_test|wave_sn|whsec/)
  })

  it('gives a paid amount back', async () => {
    const sent = await started()
    expect(await gateway.refund({ ...sent, amountMinor, key: 'r-0' })).toMatchObject({ ok: false })
    fake.settle(sent.reference, 'paid')
    expect(await gateway.refund({ ...sent, amountMinor, key: 'r-1' })).toEqual({
      ...{ ok: true, value: name === 'paystack' ? 'pending' : 'gone' },
    })
    expect(fake.refunded(sent.reference)).toEqual([wireAmount])
  })

  describe('webhooks', () => {
    const event = { id: 'evt_1', type: 'paid', atMs: NOW } as const
    const read = (webhook: { body: Uint8Array; headers: Headers }) => gateway.readWebhook({ ...webhook, nowMs: NOW })

    it('name their event and our reference', async () => {
      const answer = await read(fake.webhook('bw-1', event))
      expect(answer).toMatchObject({ ok: true, value: { reference: 'bw-1' } })
      expect(answer.ok && answer.value.eventId).toContain('evt_1')
    })

    it('are refused with another secret, another body, no signature', async () => {
      const signed = fake.webhook('bw-1', event)
      const changed = new TextEncoder().encode(new TextDecoder().decode(signed.body).replace('bw-1', 'bw-2'))
      for (const webhook of [
        fake.webhook('bw-1', { ...event, secret: 'guessed' }),
        { ...signed, body: changed },
        { ...signed, headers: new Headers() },
      ]) {
        expect(await read(webhook)).toEqual({ ok: false, error: 'bad_signature' })
      }
    })

    it('that are no object are malformed, signed or not', async () => {
      const answer = await read({ body: new Uint8Array([0xff, 0x00]), headers: new Headers() })
      expect(answer.ok).toBe(false)
    })

    it('are refused when they are older, or newer, than five minutes, where a time is signed', async () => {
      // Paystack signs no time, so only the event's id stops a replay there.
      const expected = name === 'paystack' ? { ok: true } : { ok: false, error: 'too_old' }
      for (const atMs of [NOW - 301_000, NOW + 301_000])
        expect(await read(fake.webhook('bw-1', { ...event, atMs }))).toMatchObject(expected)
      expect((await read(fake.webhook('bw-1', { ...event, atMs: NOW - 299_000 }))).ok).toBe(true)
    })
  })
})
