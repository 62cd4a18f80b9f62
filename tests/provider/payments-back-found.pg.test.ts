import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import { reconcileAll } from '../../provider/cli/reconcile.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import { acceptWebhook } from '../../provider/services/payments-webhook.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { checkDueBacks } from '../../provider/services/payments-back.ts'
import { auditGateways } from '../../provider/services/payments-audit.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { playBack } from '../../provider/services/sandbox-back.ts'
import { startFakePaystack } from '../gateways/support/fake-paystack.ts'
import { startFakeStripe } from '../gateways/support/fake-stripe.ts'
import { startFakeWave } from '../gateways/support/fake-wave.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { mustTopUp, onPage, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

let provider: TestProvider
let driver: TestDriver
let reference: string

const balanceIn = async (currency: string): Promise<number> => {
  const answer = await provider.request('GET', `/api/v1/wallet?currency=${currency}`, { token: await driver.token() })
  return ((await answer.json()) as { data: { balance: number } }).data.balance
}

async function withdraw(amount: number, currency: string): Promise<void> {
  const options = { token: await driver.token(), key: newKey(), body: { amount, currency } }
  const answer = await provider.request('POST', '/api/v1/wallet/withdrawals', options)
  expect(answer.status).toBe(201)
  provider.clock.advance(11 * 60_000)
  await payWithdrawals(provider.deps)
}

describe('reconcile finds when it is planted', () => {
  beforeAll(async () => {
    provider = confirming(await startTestProvider())
  })
  afterAll(() => provider.close())
  beforeEach(async () => {
    driver = await createDriver(provider)
    ;({ reference } = await mustTopUp(provider, driver, { amount: 3_000 }))
    await onPage(provider, reference, 'pay')
    provider.clock.advance(6 * 60_000)
  })

  const plant = (later: Parameters<typeof playBack>[1]['later']): Promise<void> =>
    playBack(provider.deps.db, { reference, later, nowMs: provider.clock.now() })

  /** Returns what the reconciliation prints, each difference with its meaning, and whether it ends with success. */
  async function printed(): Promise<{ readonly text: string; readonly isSound: boolean }> {
    const { lines, isSound } = await reconcileAll(provider.deps.db, provider.deps)
    return { text: lines.join('\n'), isSound }
  }

  it('a reversal that the ledger does not know, and no more once it is booked', async () => {
    await plant('reverse')
    const { text, isSound } = await printed()
    expect(text).toContain(
      `reversal at the gateway is in the ledger: ${reference} at sandbox expected C$0.00, found C$30.00\n  The gateway gave this payment back`,
    )
    expect(text).toContain('\n1 differences')
    expect(isSound).toBe(false)
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    const after = await printed()
    expect([after.isSound, after.text]).toEqual([true, expect.stringContaining('0 differences')])
    expect(after.text).toMatch(/CAD: 1 payments, 1 of them refunded; C\$30\.00 taken; went back: .*C\$30\.00 reversed/)
  })

  it('a dispute that is not booked, and one that was won and not given back', async () => {
    await plant('dispute')
    expect((await printed()).text).toContain(`dispute at the gateway is in the ledger: ${reference}`)
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    await plant('dispute_won')
    expect((await printed()).text).toContain(`money that came back at the gateway is in the wallet: ${reference}`)
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    expect((await auditGateways(provider.deps)).differences).toEqual([])
  })

  it('a refund that failed and was not given back: at the gateway, and in our own books', async () => {
    await plant('slow_refunds')
    await withdraw(1_000, 'CAD')
    await plant('refunds_fail')
    expect((await printed()).text).toContain(`refund that failed at the gateway is in the wallet again: ${reference}`)
    await provider.deps.db.query(`update payment_refunds set state = 'failed' where reference = $1`, [reference])
    const own = await reconcile(provider.deps.db)
    expect(own).toContainEqual({
      check: 'failed refund is in the wallet again',
      ...{ subject: reference, expected: 1_000, found: 0 },
    })
    await provider.deps.db.query(`update payment_refunds set state = 'pending' where reference = $1`, [reference])
    provider.clock.advance(3_600_000)
    await checkDueBacks(provider.deps)
    expect(await reconcile(provider.deps.db)).toEqual([])
  })

  it('a withdrawal that says paid and that the gateway does not know, or has not paid', async () => {
    await withdraw(1_000, 'CAD')
    await provider.deps.db.query(`update sandbox_backs set state = 'pending' where reference = $1`, [reference])
    const check = `withdrawal that was paid is known to the gateway: ${reference} at sandbox expected C$10.00, found C$0.00`
    expect((await printed()).text).toContain(check)
    await provider.deps.db.query('delete from sandbox_backs where reference = $1', [reference])
    const { text, isSound } = await printed()
    expect(text).toContain(`${check}\n  A withdrawal is called paid`)
    expect(isSound).toBe(false)
    await provider.deps.db.query(
      `insert into sandbox_backs (back_id, reference, kind, order_key, amount_minor, state, created_at)
       select 'back_again', reference, 'refund', withdrawal_id || ':' || reference, amount_minor, 'gone', now()
         from payment_refunds where reference = $1`,
      [reference],
    )
  })

  it('a withdrawal that calls itself paid before its refunds are', async () => {
    await plant('slow_refunds')
    await withdraw(1_000, 'CAD')
    await provider.deps.db.query(
      `update withdrawals set state = 'paid', paid_minor = amount_minor where user_id = $1`,
      [driver.userId],
    )
    const checks = (await reconcile(provider.deps.db)).map(({ check }) => check)
    expect(checks).toContain('withdrawal says what its refunds paid')
    expect(checks).toContain('held is what open withdrawals hold')
    await provider.deps.db.query(`update withdrawals set state = 'paying', paid_minor = 0 where user_id = $1`, [
      driver.userId,
    ])
  })

  it('a reversal that is noted and not posted, and a sum that two currencies hide from each other', async () => {
    await plant('reverse')
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    await provider.deps.db.query('update clawbacks set booked_minor = booked_minor - 1 where reference = $1', [
      reference,
    ])
    expect((await reconcile(provider.deps.db)).map(({ check }) => check)).toContain(
      'money that went back at the gateway is off the wallet',
    )
    await provider.deps.db.query('update clawbacks set booked_minor = booked_minor + 1 where reference = $1', [
      reference,
    ])
    const { reference: naira } = await mustTopUp(provider, driver, { amount: 50_000, currency: 'NGN' })
    await onPage(provider, naira, 'pay')
    const change = (byMinor: number, of: string) =>
      provider.deps.db.query('update payments set clawed_minor = clawed_minor + $2 where reference = $1', [of, byMinor])
    await change(-700, reference)
    await change(700, naira)
    const subjects = (await reconcile(provider.deps.db)).map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['gateway:sandbox CAD', 'gateway:sandbox NGN']))
    await change(700, reference)
    await change(-700, naira)
    expect(await reconcile(provider.deps.db)).toEqual([])
  })
})

describe('a real gateway', () => {
  const fakes: FakeGateway[] = []
  const open = async (fake: FakeGateway, currency: string, amount: number): Promise<void> => {
    fakes.push(fake)
    const gateways = { ...readGatewayConfig({}), ...fake.config }
    provider = confirming(await startTestProvider({ config: { sandbox: false, gateways } }))
    driver = await createDriver(provider)
    ;({ reference } = await mustTopUp(provider, driver, { amount, currency }))
    fake.settle(reference, 'paid')
    await verify(provider, driver, reference)
  }
  afterAll(async () => {
    for (const fake of fakes) await fake.close()
  })

  const tell = async (fake: FakeGateway, type: 'refund' | 'dispute', id: string): Promise<void> => {
    const nowMs = provider.clock.now()
    await acceptWebhook(provider.deps, fake.name, { ...fake.webhook(reference, { id, type, atMs: nowMs }), nowMs })
    await backgroundSettled()
  }

  it('Paystack pays a refund when it says so, not when it takes the order; a failed one comes back', async () => {
    const fake = await startFakePaystack()
    await open(fake, 'NGN', 150_000)
    const before = await balanceIn('NGN')
    await withdraw(100_000, 'NGN')
    const states = async () =>
      provider.deps.db.query(
        'select w.state, r.state as refund from withdrawals w join payment_refunds r using (withdrawal_id)',
      )
    expect(await states()).toEqual([{ state: 'paying', refund: 'pending' }])
    fake.goBack(reference, 'refunds_arrive')
    await tell(fake, 'refund', 'r1')
    expect(await states()).toEqual([{ state: 'paid', refund: 'done' }])
    expect(await balanceIn('NGN')).toBe(before - 100_000)
    fake.goBack(reference, 'refunds_fail')
    await tell(fake, 'refund', 'r1')
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    expect(await states()).toEqual([{ state: 'refused', refund: 'failed' }])
    expect(await balanceIn('NGN')).toBe(before)
    expect(await reconcile(provider.deps.db)).toEqual([])
    await provider.close()
  })

  it('Stripe’s dispute finds its payment by the intent, and is given back when it is won', async () => {
    const fake = await startFakeStripe()
    await open(fake, 'CAD', 4_000)
    const before = await balanceIn('CAD')
    fake.goBack(reference, 'dispute')
    await tell(fake, 'dispute', 'evt_1')
    await tell(fake, 'dispute', 'evt_1')
    expect(await balanceIn('CAD')).toBe(before - 4_000)
    fake.goBack(reference, 'dispute_won')
    for (const id of ['evt_2', 'evt_3', 'evt_2']) await tell(fake, 'dispute', id)
    expect(await balanceIn('CAD')).toBe(before)
    expect(await reconcile(provider.deps.db)).toEqual([])
    await provider.close()
  })

  it('Wave tells nobody of a refund made on its own pages: the daily audit finds it', async () => {
    const fake = await startFakeWave()
    await open(fake, 'XOF', 5_000)
    const before = await balanceIn('XOF')
    fake.goBack(reference, 'refund')
    provider.clock.advance(86_400_000)
    await checkDueBacks(provider.deps)
    expect(await balanceIn('XOF')).toBe(before - 5_000)
    expect((await auditGateways(provider.deps)).differences).toEqual([])
    await provider.close()
  })

  it('that is silent about what went back is asked again, and books nothing meanwhile', async () => {
    const fake = await startFakeStripe()
    await open(fake, 'CAD', 4_000)
    fake.goBack(reference, 'dispute')
    fake.setMood('down')
    const before = await balanceIn('CAD')
    await tell(fake, 'dispute', 'evt_1')
    expect(await balanceIn('CAD')).toBe(before)
    expect((await auditGateways(provider.deps)).unanswered).toEqual([])
    provider.clock.advance(6 * 60_000)
    expect((await auditGateways(provider.deps)).unanswered).toEqual([reference])
    fake.setMood('well')
    provider.clock.advance(3_600_000)
    await checkDueBacks(provider.deps)
    expect(await balanceIn('CAD')).toBe(before - 4_000)
    await provider.close()
  })
})
