import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { must } from '../../src/lib/assert.ts'
import type { SentCharge } from '../../provider/gateways/gateway.ts'
import { getGateways } from '../../provider/gateways/gateways.ts'
import { findPayment } from '../../provider/repositories/payments.ts'
import { checkBack, checkDueBacks } from '../../provider/services/payments-back.ts'
import { playBack } from '../../provider/services/sandbox-back.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { expectSoundMoney, payIn, sendAs, transactionsOf } from './support/test-money.ts'
import { getPayment, mustTopUp, onPage, payInSilence, postWebhook } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000
const DAY_MS = 86_400_000

let provider: TestProvider
let driver: TestDriver
let reference: string

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  reference = await topUp(3_000)
})

const topUp = (amount: number): Promise<string> => payIn(provider, driver, amount)

const balance = (): Promise<number> => balanceOf(provider, driver)

const send = (method: string, path: string, body?: unknown): Promise<Response> =>
  sendAs(provider, driver, { method, path, body })

const transactions = () => transactionsOf(provider, driver)

const expectSound = (): Promise<void> => expectSoundMoney(provider, reference)

const inSilence = (later: Parameters<typeof playBack>[1]['later'], of = reference): Promise<void> =>
  playBack(provider.deps.db, { reference: of, later, nowMs: provider.clock.now() })

describe('a payment that is reversed at the gateway', () => {
  it('goes off the wallet, as a transaction with its own kind', async () => {
    await onPage(provider, reference, 'reverse')
    expect(await balance()).toBe(WELCOME)
    expect((await transactions())[0]).toEqual(['reversal', -3_000])
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'refunded', refunded: 3_000 })
    await expectSound()
  })

  it('is a warning in the log with its amount, and names no driver', async () => {
    const warn = vi.spyOn(provider.deps.log, 'warn')
    await onPage(provider, reference, 'reverse')
    const lines = warn.mock.calls.filter(([name]) => name === 'payment.went_back')
    warn.mockRestore()
    const facts = { reference, gateway: 'sandbox', currency: 'CAD', kind: 'reversal', state: 'gone', amount: 3_000 }
    expect(lines).toEqual([['payment.went_back', facts]])
  })

  it('does so once, however often and late its event comes', async () => {
    await onPage(provider, reference, 'reverse')
    const event = { id: newKey(), type: 'charge.reversed' }
    for (let count = 0; count < 3; count += 1) await postWebhook(provider, reference, event)
    await Promise.all(Array.from({ length: 6 }, () => postWebhook(provider, reference, { type: 'charge.reversed' })))
    await postWebhook(provider, reference, { type: 'charge.paid' })
    expect(await balance()).toBe(WELCOME)
    await expectSound()
  })

  it('whose event comes before that of the payment is credited and taken back', async () => {
    const { reference: early } = await mustTopUp(provider, driver, { amount: 700 })
    await payInSilence(provider, early)
    await inSilence('reverse', early)
    await postWebhook(provider, early, { type: 'charge.reversed' })
    await postWebhook(provider, early, { type: 'charge.paid' })
    expect(await balance()).toBe(WELCOME + 3_000)
    expect((await transactions()).slice(0, 2)).toEqual([
      ['reversal', -700],
      ['top_up', 700],
    ])
    await expectSound()
  })

  it('whose event is lost is found by the daily audit, for 120 days', async () => {
    provider.clock.advance(100 * DAY_MS)
    await checkDueBacks(provider.deps)
    await inSilence('reverse')
    provider.clock.advance(DAY_MS)
    for (let round = 0; round < 3; round += 1) await checkDueBacks(provider.deps)
    expect(await balance()).toBe(WELCOME)
    await expectSound()
  })

  it('is not asked about after that', async () => {
    provider.clock.advance(121 * DAY_MS)
    await checkDueBacks(provider.deps)
    const [row] = await provider.deps.db.query('select back_check_at from payments where reference = $1', [reference])
    expect(row).toEqual({ back_check_at: null })
  })

  it('is not booked from an answer that a newer one has overtaken', async () => {
    await inSilence('dispute')
    const gateway = must(getGateways(provider.deps).find('sandbox', 'card'), 'sandbox')
    const listBack = gateway.listBack.bind(gateway)
    const slow = Promise.withResolvers<undefined>()
    Object.assign(gateway, {
      listBack: async (charge: SentCharge) => {
        const old = await listBack(charge)
        await slow.promise
        return old
      },
    })
    const asked = checkBack(provider.deps, must(await findPayment(provider.deps.db, reference), 'payment'))
    // The gateway's answer stays under way for longer than the lease.
    await vi.waitFor(async () => {
      const [row] = await provider.deps.db.query<{ lease_until: number | null }>(
        'select lease_until from payments where reference = $1',
        [reference],
      )
      expect(row?.lease_until).not.toBeNull()
    })
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    Object.assign(gateway, { listBack })
    provider.clock.advance(2 * 60_000)
    await inSilence('dispute_won')
    await postWebhook(provider, reference, { type: 'charge.dispute.closed' })
    slow.resolve(undefined)
    await asked
    expect(await balance()).toBe(WELCOME + 3_000)
    await expectSound()
  })
})

it('a person plays all of it on the page of a paid sandbox charge, in either language', async () => {
  const page = async (language: string): Promise<string> =>
    (await provider.request('GET', `/sandbox/pay/${reference}`, { headers: { 'accept-language': language } })).text()
  expect(await page('en')).toContain('Dispute the payment at the bank')
  expect(await page('fr')).toContain('Contester le paiement auprès de la banque')
  const headers = { accept: 'text/html' }
  const answer = await provider.request('POST', `/sandbox/pay/${reference}?outcome=dispute`, { headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sandbox/pay/${reference}`])
  expect(await balance()).toBe(WELCOME)
  const { reference: open } = await mustTopUp(provider, driver, { amount: 700 })
  expect((await onPage(provider, open, 'dispute')).status).toBe(422)
})

describe('a dispute', () => {
  it('takes the money off the wallet when it is opened, and gives it back once when it is won', async () => {
    await onPage(provider, reference, 'dispute')
    expect(await balance()).toBe(WELCOME)
    for (let count = 0; count < 3; count += 1) await onPage(provider, reference, 'dispute_won')
    await postWebhook(provider, reference, { type: 'charge.dispute.created' })
    expect(await balance()).toBe(WELCOME + 3_000)
    expect((await transactions()).slice(0, 3)).toEqual([
      ['dispute', 3_000],
      ['dispute', -3_000],
      ['top_up', 3_000],
    ])
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded', refunded: 0 })
    await expectSound()
  })

  it('that is lost changes nothing more', async () => {
    await onPage(provider, reference, 'dispute')
    await onPage(provider, reference, 'dispute_lost')
    expect(await balance()).toBe(WELCOME)
    expect((await transactions()).filter(([kind]) => kind === 'dispute')).toHaveLength(1)
    await expectSound()
  })

  it('whose end is told before its beginning leaves the money where it is', async () => {
    await inSilence('dispute')
    await inSilence('dispute_won')
    await postWebhook(provider, reference, { type: 'charge.dispute.closed' })
    await postWebhook(provider, reference, { type: 'charge.dispute.created' })
    expect(await balance()).toBe(WELCOME + 3_000)
    await expectSound()
  })

  it('leaves nothing to withdraw by that payment until it is won', async () => {
    await onPage(provider, reference, 'dispute')
    const most = async () => (await (await send('GET', '/wallet/withdrawable?currency=CAD')).json()) as unknown
    expect(await most()).toMatchObject({ data: { withdrawable: 0 } })
    await onPage(provider, reference, 'dispute_won')
    expect(await most()).toMatchObject({ data: { withdrawable: 3_000 } })
  })
})
