import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway, SentCharge } from '../../provider/gateways/gateway.ts'
import type { GoneBack } from '../../provider/rules/money-back.ts'
import { must } from '../../src/lib/assert.ts'
import { CHARGE, GATEWAY_CASES } from './support/gateway-cases.ts'
import type { FakeGateway, Mood } from './support/gateway-server.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')

describe.each(GATEWAY_CASES)('$name in $currency', ({ name, currency, amountMinor, start, adapt }) => {
  let fake: FakeGateway
  let gateway: Gateway
  let count = 0

  beforeAll(async () => {
    fake = await start()
    gateway = adapt(fake, 2_000)
  })
  afterAll(() => fake.close())
  afterEach(() => fake.setMood('well'))

  async function paid(): Promise<SentCharge> {
    const reference = `bw-back-${name}-${currency}-${String((count += 1))}`
    const answer = await gateway.start({ ...CHARGE, reference, amountMinor, currency })
    if (!answer.ok) throw new Error(`Not started: ${answer.error.detail}`)
    fake.settle(reference, 'paid')
    return { reference, gatewayReference: answer.value.gatewayReference, currency }
  }

  async function listed(charge: SentCharge): Promise<readonly GoneBack[]> {
    const answer = await gateway.listBack(charge)
    if (!answer.ok) throw new Error(`Not listed: ${answer.error.detail}`)
    return answer.value
  }

  it('nothing went back of a payment that was only paid', async () => {
    expect(await listed(await paid())).toEqual([])
  })

  it('a refund that we ordered is known by our key, and another payment has none of it', async () => {
    const [charge, other] = [await paid(), await paid()]
    await gateway.refund({ ...charge, amountMinor, key: 'withdrawal:1' })
    const state = name === 'paystack' ? 'pending' : 'gone'
    const orderKey = name === 'wave' ? null : 'withdrawal:1'
    expect(await listed(charge)).toMatchObject([{ kind: 'refund', amountMinor, state, orderKey }])
    expect(await listed(other)).toEqual([])
  })

  it('a refund made on the gateway’s own pages is not ours', async () => {
    const charge = await paid()
    fake.goBack(charge.reference, 'refund')
    const [item, ...more] = await listed(charge)
    expect(item).toMatchObject({ kind: 'refund', amountMinor, state: 'gone' })
    expect(item?.orderKey).not.toBe('withdrawal:1')
    expect(more).toEqual([])
    // The charge was paid before it was refunded.
    expect(await gateway.verify(charge)).toMatchObject({ ok: true, value: { status: 'paid' } })
  })

  it.each<Mood>(['down', 'html', 'cut'])('%s: it says nothing about what went back', async (mood) => {
    const charge = await paid()
    fake.setMood(mood)
    expect(await gateway.listBack(charge)).toMatchObject({ ok: false, error: { kind: 'unknown' } })
  })

  it('a webhook about a refund names our payment, and that it is about money that goes back', async () => {
    const { reference } = await paid()
    const read = await gateway.readWebhook({
      ...fake.webhook(reference, { id: 'evt_r', type: 'refund', atMs: NOW }),
      nowMs: NOW,
    })
    expect(read).toMatchObject({ ok: true, value: { reference, isBack: true } })
    const paidEvent = fake.webhook(reference, { id: 'evt_p', type: 'paid', atMs: NOW })
    expect(await gateway.readWebhook({ ...paidEvent, nowMs: NOW })).toMatchObject({
      ok: true,
      value: { reference, isBack: false },
    })
  })

  // Mobile money has no disputes, and its refunds do not fail later.
  describe.skipIf(name === 'wave')('beyond refunds', () => {
    it('a dispute takes the money while it is open and when it is lost, and not when it is won', async () => {
      const charge = await paid()
      fake.goBack(charge.reference, 'dispute')
      const [opened] = await listed(charge)
      expect(opened).toMatchObject({ kind: 'dispute', amountMinor, state: 'gone', orderKey: null })
      fake.goBack(charge.reference, 'dispute_lost')
      expect(await listed(charge)).toEqual([opened])
      fake.goBack(charge.reference, 'dispute_won')
      expect(await listed(charge)).toEqual([{ ...opened, state: 'returned' }])
    })

    it('a refund that fails keeps its name', async () => {
      const charge = await paid()
      await gateway.refund({ ...charge, amountMinor, key: 'withdrawal:2' })
      const [ordered] = await listed(charge)
      fake.goBack(charge.reference, 'refunds_fail')
      expect(await listed(charge)).toEqual([{ ...ordered, state: 'returned' }])
    })

    it('a webhook about a dispute leads to the payment', async () => {
      const { reference, gatewayReference } = await paid()
      const webhook = fake.webhook(reference, { id: 'evt_d', type: 'dispute', atMs: NOW })
      const read = await gateway.readWebhook({ ...webhook, nowMs: NOW })
      const named = name === 'stripe' ? { reference: null, gatewayReference } : { reference }
      expect(read).toMatchObject({ ok: true, value: { ...named, isBack: true } })
    })
  })
})

describe('states of one gateway alone', () => {
  const caseOf = (wanted: string) =>
    must(
      GATEWAY_CASES.find(({ name }) => name === wanted),
      wanted,
    )

  it('Stripe’s inquiry takes nothing yet', async () => {
    const { start, adapt, ...facts } = caseOf('stripe')
    const fake = await start()
    const gateway = adapt(fake, 2_000)
    const begun = await gateway.start({ ...CHARGE, ...facts, reference: 'bw-inquiry' })
    fake.settle('bw-inquiry', 'paid')
    fake.goBack('bw-inquiry', 'inquiry')
    const gatewayReference = begun.ok ? begun.value.gatewayReference : null
    expect(
      await gateway.listBack({ reference: 'bw-inquiry', gatewayReference, currency: facts.currency }),
    ).toMatchObject({
      value: [{ kind: 'dispute', state: 'open' }],
    })
    await fake.close()
  })

  it('Paystack’s transaction that calls itself reversed went back as a whole, unless a refund explains it', async () => {
    const { start, adapt, ...facts } = caseOf('paystack')
    const fake = await start()
    const gateway = adapt(fake, 2_000)
    const { currency, amountMinor } = facts
    for (const reference of ['bw-reversed', 'bw-refunded']) {
      await gateway.start({ ...CHARGE, ...facts, reference })
      fake.settle(reference, 'paid')
    }
    fake.goBack('bw-reversed', 'reverse')
    expect(await gateway.listBack({ reference: 'bw-reversed', gatewayReference: null, currency })).toMatchObject({
      value: [{ kind: 'reversal', amountMinor, state: 'gone' }],
    })
    fake.goBack('bw-refunded', 'refund')
    fake.goBack('bw-refunded', 'reverse')
    expect(await gateway.listBack({ reference: 'bw-refunded', gatewayReference: null, currency })).toMatchObject({
      value: [{ kind: 'refund', amountMinor, state: 'gone' }],
    })
    await fake.close()
  })

  it('two refunds of one Paystack payment are two events, though neither has an id', async () => {
    const { start, adapt } = caseOf('paystack')
    const fake = await start()
    const read = async (id: string) => {
      const webhook = fake.webhook(id, { id, type: 'refund', atMs: NOW })
      const event = await adapt(fake, 2_000).readWebhook({ ...webhook, nowMs: NOW })
      return event.ok ? event.value.eventId : null
    }
    expect(await read('bw-a')).toBe(await read('bw-a'))
    expect(await read('bw-a')).not.toBe(await read('bw-b'))
    await fake.close()
  })
})
