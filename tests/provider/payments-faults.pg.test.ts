import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leasePayment } from '../../provider/repositories/payments.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import {
  creditsOf,
  getPayment,
  mustTopUp,
  onPage,
  payInSilence,
  postTopUp,
  postVerify,
  postWebhook,
  verify,
} from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let reference: string

const WELCOME = 10_000
const AMOUNT = 2_500

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  ;({ reference } = await mustTopUp(provider, driver, { amount: AMOUNT }))
})

/** Expects one credit in the ledger and in the wallet, and that everything reconciles. */
async function expectOneCredit(): Promise<void> {
  expect(await creditsOf(provider, reference)).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(WELCOME + AMOUNT)
}

async function expectNoCredit(): Promise<void> {
  expect(await creditsOf(provider, reference)).toBe(0)
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
}

describe('fault 44: the driver comes back from the payment page', () => {
  it('fault 44: twice, one after the other: one credit, the same answer', async () => {
    await payInSilence(provider, reference)
    const first = await verify(provider, driver, reference)
    expect(first).toMatchObject({ status: 'success', data: { new_balance: WELCOME + AMOUNT, currency: 'CAD' } })
    expect(await verify(provider, driver, reference)).toEqual(first)
    await expectOneCredit()
  })

  it('fault 44: in many tabs at once: one asks, the others are told so, one credit', async () => {
    await payInSilence(provider, reference)
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(provider, driver, reference)))
    for (const { status } of answers) expect(['success', 'pending']).toContain(status)
    expect(answers.filter(({ status }) => status === 'success')).not.toHaveLength(0)
    await expectOneCredit()
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
  })

  it('fault 44: while another tab is asking: pending, in the specification’s words, and in French', async () => {
    await payInSilence(provider, reference)
    const nowMs = provider.clock.now()
    await leasePayment(provider.deps.db, reference, { nowMs, untilMs: nowMs + 20_000 })
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'pending',
      message: 'Payment verification already in progress',
    })
    const french = await postVerify(provider, driver, { payment_reference: reference, language: 'fr' })
    expect(await french.json()).toMatchObject({ message: 'La vérification du paiement est déjà en cours' })
    await expectNoCredit()
    // A tab that died while asking does not block others for long.
    provider.clock.advance(21_000)
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    await expectOneCredit()
  })

  it('fault 44: after it was left once and then paid, while its webhook is being settled: nothing is said of having left', async () => {
    await onPage(provider, reference, 'abandon')
    expect(await verify(provider, driver, reference)).toMatchObject({ data: { payment: { reason: 'abandoned' } } })
    await payInSilence(provider, reference)
    const nowMs = provider.clock.now()
    await leasePayment(provider.deps.db, reference, { nowMs, untilMs: nowMs + 20_000 })
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'pending',
      data: { payment: { state: 'pending', reason: null } },
    })
    provider.clock.advance(21_000)
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    await expectOneCredit()
  })

  it('fault 44: never, and the webhook is lost too: the job settles it', async () => {
    await payInSilence(provider, reference)
    provider.clock.advance(60_000)
    await settleDuePayments(provider.deps)
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded', outcome: 'credited' })
    await expectOneCredit()
  })

  it('fault 44: the answer to the start was lost: the same key gives the same page, one payment', async () => {
    const key = newKey()
    const answers = [
      await postTopUp(provider, driver, { amount: 700, key }),
      await postTopUp(provider, driver, { amount: 700, key }),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(bodies[0]).toBe(bodies[1])
    expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true')
    const rows = await provider.deps.db.query('select 1 from payments where idempotency_key = $1', [key])
    expect(rows).toHaveLength(1)
  })

  it('fault 44: many starts with one key at once make one payment', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => postTopUp(provider, driver, { amount: 700, key })),
    )
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    const rows = await provider.deps.db.query('select 1 from payments where idempotency_key = $1', [key])
    expect(rows).toHaveLength(1)
  })

  it('fault 44: a start that died half-way goes on under the same key, with the same reference', async () => {
    const key = newKey()
    const { reference: begun } = await mustTopUp(provider, driver, { amount: 700, key })
    await provider.deps.db.query(`update payments set state = 'created', start = null where reference = $1`, [begun])
    await provider.deps.db.query('delete from idempotency_keys where key = $1', [key])
    expect((await mustTopUp(provider, driver, { amount: 700, key })).reference).toBe(begun)
  })

  it('fault 44: a start that died half-way and has expired since begins anew under the same key', async () => {
    const key = newKey()
    const { reference: begun } = await mustTopUp(provider, driver, { amount: 700, key })
    const { db, clock } = provider.deps
    await db.query(`update payments set state = 'created', start = null where reference = $1`, [begun])
    await db.query('delete from idempotency_keys where key = $1', [key])
    await db.query('update payments set expires_at = $2, next_check_at = $2 where reference = $1', [
      begun,
      new Date(clock.now()),
    ])
    await settleDuePayments(provider.deps)
    const again = await mustTopUp(provider, driver, { amount: 700, key })
    expect(again.reference).not.toBe(begun)
    expect((await mustTopUp(provider, driver, { amount: 700, key })).reference).toBe(again.reference)
  })

  it('fault 44: the same key for another amount is refused', async () => {
    const key = newKey()
    await mustTopUp(provider, driver, { amount: 700, key })
    const other = await postTopUp(provider, driver, { amount: 900, key })
    expect([other.status, await codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('fault 45: webhooks', () => {
  it('fault 45: before the driver returns: one credit', async () => {
    await onPage(provider, reference, 'pay')
    await expectOneCredit()
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    await expectOneCredit()
  })

  it('fault 45: after the driver returned: one credit', async () => {
    await payInSilence(provider, reference)
    await verify(provider, driver, reference)
    expect((await postWebhook(provider, reference)).status).toBe(200)
    await expectOneCredit()
  })

  it('fault 45: twice, the same event: one credit, both answered 200', async () => {
    await onPage(provider, reference, 'duplicate')
    await expectOneCredit()
    const id = newKey()
    expect((await postWebhook(provider, reference, { id })).status).toBe(200)
    expect((await postWebhook(provider, reference, { id })).status).toBe(200)
    await expectOneCredit()
  })

  it('fault 45: many events and many returns at the same moment: one credit', async () => {
    await payInSilence(provider, reference)
    await Promise.all([
      ...Array.from({ length: 6 }, () => postWebhook(provider, reference)),
      ...Array.from({ length: 6 }, () => verify(provider, driver, reference)),
    ])
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'success' })
    await expectOneCredit()
  })

  it('fault 45: out of order: a late "failed" takes nothing back, an early "paid" gives nothing', async () => {
    await postWebhook(provider, reference, { type: 'charge.paid' })
    await expectNoCredit()
    await payInSilence(provider, reference)
    await postWebhook(provider, reference, { type: 'charge.paid' })
    await postWebhook(provider, reference, { type: 'charge.failed' })
    await expectOneCredit()
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded' })
  })

  it.each([
    ['without a signature', (webhook: { body: Uint8Array }) => ({ ...webhook, headers: new Headers() })],
    [
      'with another body than was signed',
      (webhook: { body: Uint8Array; headers: Headers }) => ({
        ...webhook,
        body: new TextEncoder().encode(new TextDecoder().decode(webhook.body).replace('charge.paid', 'charge.PAID')),
      }),
    ],
    [
      'with a signature of the right length',
      (webhook: { body: Uint8Array; headers: Headers }) => ({
        ...webhook,
        headers: new Headers({
          'sandbox-signature': `${webhook.headers.get('sandbox-signature')?.split('v1=')[0] ?? ''}v1=${'0'.repeat(64)}`,
        }),
      }),
    ],
  ])('fault 45: forged, %s: refused, nothing is asked or moved', async (_name, tamper) => {
    await payInSilence(provider, reference)
    const answer = await postWebhook(provider, reference, { tamper })
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
    await expectNoCredit()
  })

  it('fault 45: cut short before the payment was made due: taken when the gateway sends it again', async () => {
    await payInSilence(provider, reference)
    const id = newKey()
    await provider.deps.db.transaction(async (tx) => {
      await tx.query('select 1 from payments where reference = $1 for update', [reference])
      expect((await postWebhook(provider, reference, { id })).status).toBe(503)
    })
    await expectNoCredit()
    expect((await postWebhook(provider, reference, { id })).status).toBe(200)
    await expectOneCredit()
  })

  it('fault 45: replayed after five minutes: refused', async () => {
    await payInSilence(provider, reference)
    const answer = await postWebhook(provider, reference, { ageMs: 301_000 })
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
    await expectNoCredit()
    expect((await postWebhook(provider, reference, { ageMs: 299_000 })).status).toBe(200)
    await expectOneCredit()
  })

  it('fault 45: of an unknown type, an unknown reference, an unknown gateway, a megabyte', async () => {
    expect((await postWebhook(provider, reference, { type: 'dispute.created' })).status).toBe(200)
    expect((await postWebhook(provider, 'bw-unknown')).status).toBe(200)
    const elsewhere = await provider.request('POST', '/api/v1/webhooks/paypal', { body: {} })
    expect(elsewhere.status).toBe(404)
    const large = await provider.request('POST', '/api/v1/webhooks/sandbox', { body: 'x'.repeat(1_000_000) })
    expect([large.status, await codeOf(large)]).toEqual([413, 'payload_too_large'])
    await expectNoCredit()
  })
})
