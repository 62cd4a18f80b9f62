import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteBack } from '../../provider/repositories/withdrawals.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { creditsOf, mustTopUp, onPage, postTopUp, payInSilence, postVerify } from './support/test-payments.ts'
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

  describe('under an Idempotency-Key', () => {
    const ask = async (path: string, key: string): Promise<Response> =>
      provider.request('POST', `/api/v1/wallet/${path}`, { token: await driver.token(), key })

    it.each(['verify-payment?payment_reference', 'credit?reference'])('%s is answered once', async (path) => {
      const { reference } = await mustTopUp(provider, driver)
      await onPage(provider, reference, 'pay')
      const key = newKey()
      const first = await ask(`${path}=${reference}`, key)
      const again = await ask(`${path}=${reference}`, key)
      expect(await again.json()).toEqual(await first.json())
      expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
      const other = await mustTopUp(provider, driver)
      expect(await codeOf(await ask(`${path}=${other.reference}`, key))).toBe('idempotency_key_reused')
      const kept = await provider.request('GET', `/api/v1/requests/${key}`, { token: await driver.token() })
      expect(await kept.json()).toMatchObject({
        data: { state: 'done', answer: { status: 'success', data: { payment: { reference } } } },
      })
      expect(await creditsOf(provider, reference)).toBe(1)
    })

    it('twins get the same answer and one credit', async () => {
      const { reference } = await mustTopUp(provider, driver)
      await payInSilence(provider, reference)
      const key = newKey()
      const answers = await Promise.all([1, 2, 3].map(() => ask(`verify-payment?payment_reference=${reference}`, key)))
      const told = await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.text()))
      expect(new Set(told).size).toBe(1)
      expect(await creditsOf(provider, reference)).toBe(1)
    })

    it('a refusal is kept like an answer', async () => {
      const key = newKey()
      expect((await ask('verify-payment?payment_reference=bw-none', key)).status).toBe(404)
      const again = await ask('verify-payment?payment_reference=bw-none', key)
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
    })
  })
})

it('the method of a payment that was refunded before it was asked for is not kept, nor asked for for ever', async () => {
  const { db } = provider.deps
  const { reference } = await mustTopUp(provider, driver)
  await onPage(provider, reference, 'pay')
  const nowMs = provider.clock.now()
  await db.query(`update payments set keep = 'wanted', next_check_at = $2 where reference = $1`, [
    reference,
    new Date(nowMs),
  ])
  await db.transaction((tx) => noteBack(tx, { reference, refundedMinor: 2_500, clawedMinor: 0, nowMs }))
  await settleDuePayments(provider.deps)
  const rows = await db.query('select state, keep, next_check_at from payments where reference = $1', [reference])
  expect(rows).toEqual([{ state: 'refunded', keep: 'none', next_check_at: null }])
})
