import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readGatewayConfig } from '../../provider/gateways/gateway-config.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import { auditGateways } from '../../provider/services/payments-audit.ts'
import { startFakePaystack } from '../gateways/support/fake-paystack.ts'
import type { FakeGateway } from '../gateways/support/gateway-server.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { mustTopUp, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let fake: FakeGateway
let provider: TestProvider
let driver: TestDriver
let reference: string

beforeAll(async () => {
  fake = await startFakePaystack()
})
afterAll(() => fake.close())
beforeEach(async () => {
  fake.setMood('well')
  const gateways = { ...readGatewayConfig({}), ...fake.config }
  provider = await startTestProvider({ config: { sandbox: false, gateways } })
  driver = await createDriver(provider)
  ;({ reference } = await mustTopUp(provider, driver, { amount: 150_000, currency: 'NGN' }))
  return () => provider.close()
})

const audit = () => {
  provider.clock.advance(6 * 60_000)
  return auditGateways(provider.deps)
}

it('nothing differs where gateway and ledger agree', async () => {
  fake.settle(reference, 'paid')
  await verify(provider, driver, reference)
  expect(await audit()).toMatchObject({
    ...{ asked: 1, differences: [], unanswered: [] },
    sums: [{ currency: 'NGN', payments: 1, refunded: 0, takenMinor: 150_000 }],
  })
  expect(await reconcile(provider.deps.db)).toEqual([])
})

it('money that the gateway took and nobody credited is named', async () => {
  fake.settle(reference, 'paid')
  expect((await audit()).differences).toEqual([
    {
      ...{ check: 'gateway took what the ledger credited', gateway: 'paystack', currency: 'NGN' },
      ...{ subject: reference, expected: 0, found: 150_000 },
    },
  ])
})

it('so is another amount than was asked for', async () => {
  fake.settle(reference, 'paid', { amount: 140_000 })
  await verify(provider, driver, reference)
  expect((await audit()).differences).toMatchObject([{ subject: reference, expected: 0, found: 140_000 }])
})

it('and a credit that the gateway knows nothing of', async () => {
  fake.settle(reference, 'paid')
  await verify(provider, driver, reference)
  fake.settle(reference, 'failed')
  expect((await audit()).differences).toMatchObject([{ subject: reference, expected: 150_000, found: 0 }])
})

it('a gateway that does not answer is said, not taken for agreement', async () => {
  fake.setMood('down')
  expect(await audit()).toMatchObject({ asked: 1, differences: [], unanswered: [reference] })
})

it('a payment that calls itself paid without a credit differs inside our own books', async () => {
  await provider.deps.db.query(`update payments set state = 'succeeded' where reference = $1`, [reference])
  expect(await reconcile(provider.deps.db)).toMatchObject([
    { check: 'paid payment is in the ledger once', subject: reference, expected: 150_000, found: 0 },
    { subject: 'gateway:paystack NGN', expected: -150_000, found: 0 },
  ])
})

it('and a credit whose payment calls itself failed', async () => {
  fake.settle(reference, 'paid')
  await verify(provider, driver, reference)
  await provider.deps.db.query(`update payments set state = 'failed' where reference = $1`, [reference])
  const checks = (await reconcile(provider.deps.db)).map(({ check }) => check)
  expect(checks).toContain('top-up belongs to a paid payment')
  expect(checks).toContain('gateway account is what its payments brought less what went back')
})
