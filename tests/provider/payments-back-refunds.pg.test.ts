import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Withdrawal } from '../../src/contract/payments.ts'
import { checkDueBacks } from '../../provider/services/payments-back.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { balanceOf, createDriver, type TestDriver } from './support/test-driver.ts'
import { expectSoundMoney, sendAs, transactionsOf } from './support/test-money.ts'
import { getPayment, mustTopUp, onPage, postWebhook } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

const WELCOME = 10_000

let provider: TestProvider
let driver: TestDriver
let reference: string

beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 12 }))
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  ;({ reference } = await mustTopUp(provider, driver, { amount: 3_000 }))
  await onPage(provider, reference, 'pay')
})

const balance = (): Promise<number> => balanceOf(provider, driver)

const send = (method: string, path: string, body?: unknown): Promise<Response> =>
  sendAs(provider, driver, { method, path, body })

const transactions = () => transactionsOf(provider, driver)

const expectSound = (): Promise<void> => expectSoundMoney(provider, reference)

describe('a refund that a withdrawal ordered', () => {
  const withdrawal = async (): Promise<Withdrawal | undefined> =>
    ((await (await send('GET', '/wallet/withdrawals')).json()) as { items: Withdrawal[] }).items[0]

  async function withdraw(amount: number): Promise<void> {
    const answer = await send('POST', '/wallet/withdrawals', { amount, currency: 'CAD' })
    expect(answer.status).toBe(201)
    provider.clock.advance(11 * 60_000)
    await payWithdrawals(provider.deps)
  }

  const held = async (): Promise<number> =>
    ((await (await send('GET', '/wallet?currency=CAD')).json()) as { data: { held: number } }).data.held

  it('is pending until the gateway says that it was paid, and the money held so long', async () => {
    await onPage(provider, reference, 'slow_refunds')
    await withdraw(1_200)
    expect([await withdrawal(), await held()]).toMatchObject([{ state: 'paying', paid: 0 }, 1_200])
    await expectSound()
    await payWithdrawals(provider.deps)
    await onPage(provider, reference, 'refunds_arrive')
    expect([await withdrawal(), await held()]).toMatchObject([{ state: 'paid', paid: 1_200 }, 0])
    expect(await balance()).toBe(WELCOME + 1_800)
    await expectSound()
  })

  it('that fails is in the wallet again, once, and can be withdrawn anew', async () => {
    await onPage(provider, reference, 'slow_refunds')
    await withdraw(3_000)
    for (let count = 0; count < 3; count += 1) await onPage(provider, reference, 'refunds_fail')
    await postWebhook(provider, reference, { type: 'refund.processed' })
    expect([await withdrawal(), await held()]).toMatchObject([{ state: 'refused', paid: 0 }, 0])
    expect(await balance()).toBe(WELCOME + 3_000)
    expect((await transactions())[0]).toEqual(['withdrawal', 3_000])
    await expectSound()
    await withdraw(3_000)
    await onPage(provider, reference, 'refunds_arrive')
    expect(await withdrawal()).toMatchObject({ state: 'paid', paid: 3_000 })
    await expectSound()
  })

  it('that fails after it was called paid is in the wallet again too, and the payment is paid again', async () => {
    await withdraw(3_000)
    expect(await withdrawal()).toMatchObject({ state: 'paid', paid: 3_000 })
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'refunded', refunded: 3_000 })
    for (let count = 0; count < 2; count += 1) await onPage(provider, reference, 'refunds_fail')
    expect(await withdrawal()).toMatchObject({ state: 'refused', paid: 0 })
    expect(await balance()).toBe(WELCOME + 3_000)
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded', refunded: 0 })
    await expectSound()
  })

  it('whose answer was lost is settled by what the gateway knows of it', async () => {
    const answer = await send('POST', '/wallet/withdrawals', { amount: 900, currency: 'CAD' })
    const { data } = (await answer.json()) as { data: Withdrawal }
    provider.clock.advance(11 * 60_000)
    await payWithdrawals(provider.deps)
    // The state left by a crash after the gateway's answer and before ours is written.
    await provider.deps.db.transaction(async (tx) => {
      await tx.query(
        `select post_between(array['held', 'gateway:sandbox'], array[900::bigint, -900::bigint], 'CAD', $1, 'withdrawal', null, now())`,
        [`test:${data.id}`],
      )
      await tx.query(`update payments set refunded_minor = 0 where reference = $1`, [reference])
      await tx.query(`update withdrawals set state = 'paying', paid_minor = 0 where withdrawal_id = $1`, [data.id])
      await tx.query(`update payment_refunds set state = 'sent' where withdrawal_id = $1`, [data.id])
    })
    const { owner } = provider.database
    await owner.query('alter table postings disable trigger user')
    await owner.query(`update postings set key = 'test:moved:' || key where key like 'refund_payment:' || $1 || '%'`, [
      data.id,
    ])
    await owner.query('alter table postings enable trigger user')
    provider.clock.advance(2 * 60_000)
    await checkDueBacks(provider.deps)
    expect(await withdrawal()).toMatchObject({ state: 'paid', paid: 900 })
    await expectSound()
  })
})
