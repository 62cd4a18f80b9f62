import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Subscription } from '../../src/contract/plans.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { runPlans } from '../../provider/cli/plans.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { changePlan, listPlans } from '../../provider/repositories/plans.ts'
import { setDisabled } from '../../provider/repositories/users.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { ensureDemoPlans } from '../../provider/services/demo-plans.ts'
import { sendPlanMails } from '../../provider/services/plan-mails.ts'
import { sendReminders } from '../../provider/services/reminders.ts'
import { renewPlans } from '../../provider/services/renew-plans.ts'
import { type PushService, startPushService } from './support/push-service.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver, testPrice } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { onPage } from './support/test-payments.ts'
import { mustSubscribe, PLAN_PRICE, putSubscription, sellPlan, subscriptionOf } from './support/test-plans.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000

let service: PushService
let provider: TestProvider
let driver: TestDriver
let plan: number
beforeAll(async () => {
  service = await startPushService()
  provider = await startTestProvider({ poolSize: 12, config: { pushHosts: [service.host] } })
})
afterAll(async () => {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  await provider.close()
  await service.close()
})
beforeEach(async () => {
  provider.clock.set(Date.parse('2027-01-31T16:00:00Z'))
  driver = await createDriver(provider)
  plan = await sellPlan(provider)
})

const renew = (): Promise<void> => renewPlans(provider.deps)
const mailsTo = async ({ userId }: TestDriver): Promise<readonly string[]> => {
  await sendPlanMails(provider.deps)
  return provider.mails.filter(({ to }) => to === `${userId}@example.test`).map(({ subject }) => subject)
}
const until = (sub: Subscription, ms: number) => provider.clock.set(Date.parse(sub.period_end) + ms)

/** Sets the wallet to `minor` with a correction. */
async function leave(minor: number, who = driver): Promise<void> {
  await balanceOf(provider, who)
  await provider.deps.db.query(
    `select post_to_wallet(wallet_id, $3 - balance_minor, array['promo'], array[balance_minor - $3], $2, 'adjustment', null, null, now())
       from wallets where user_id = $1 and balance_minor <> $3`,
    [who.userId, `test:${newKey()}`, minor],
  )
}
const fund = async (driver: TestDriver, method: 'pay' | 'declines_later'): Promise<void> => {
  const answer = await provider.request('POST', '/api/v1/wallet/add-funds', {
    ...{ token: await driver.token(), key: newKey() },
    body: { amount: 500, currency: 'CAD', keep_method: true },
  })
  const { data } = (await answer.json()) as { data: { reference: string } }
  await onPage(provider, data.reference, method)
  await backgroundSettled()
}

test('renews on the same day of each month, clamped where a month has none, and tells of it three days before', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  expect(sub.period_end).toBe('2027-02-28T16:00:00Z')
  until(sub, -3 * DAY_MS - MINUTE_MS)
  await renew()
  expect(await mailsTo(driver)).toEqual([])
  until(sub, -3 * DAY_MS)
  for (let round = 0; round < 3; round += 1) await renew()
  expect(await mailsTo(driver)).toEqual(['C$9.00 on 28 February: Regular'])
  until(sub, 0)
  await renew()
  const second = await subscriptionOf(provider, driver)
  // The clocks went forward in between; the local time is the same.
  expect(second).toMatchObject({ period_start: '2027-02-28T16:00:00Z', period_end: '2027-03-31T15:00:00Z', next: null })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 2 * PLAN_PRICE)
})

test('is renewed once by twelve jobs at once, and by one that comes again after a crash', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  until(sub, -DAY_MS)
  await Promise.all(Array.from({ length: 12 }, renew))
  until(sub, MINUTE_MS)
  await Promise.all(Array.from({ length: 12 }, renew))
  await renew()
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 2 * PLAN_PRICE)
  expect(await mailsTo(driver)).toHaveLength(1)
})

test('a price that changes is in the notice and is what the next month costs, whatever changes after it', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await changePlan(provider.deps.db, { planId: plan, priceMinor: 1_200, nowMs: provider.clock.now() })
  expect((await subscriptionOf(provider, driver)).price).toBe(PLAN_PRICE)
  until(sub, -2 * DAY_MS)
  await renew()
  expect((await subscriptionOf(provider, driver)).next).toMatchObject({ price: 1_200 })
  expect(await mailsTo(driver)).toEqual(['C$12.00 on 28 February: Regular'])
  await changePlan(provider.deps.db, { planId: plan, priceMinor: 5_000, nowMs: provider.clock.now() })
  until(sub, 0)
  await renew()
  expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE - 1_200)
})

test('nobody was told: the price stays what it was', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await changePlan(provider.deps.db, { planId: plan, priceMinor: 5_000, nowMs: provider.clock.now() })
  until(sub, HOUR_MS)
  await renew()
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 2 * PLAN_PRICE)
})

test('with too little money the discount goes on for three days, the driver is told, and a top-up renews it from the same day', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const sub = await mustSubscribe(provider, driver, { plan })
  await leave(PLAN_PRICE - 1)
  until(sub, 0)
  await renew()
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'grace', period_end: sub.period_end })
  expect(await mailsTo(driver)).toEqual(['C$9.00 is due: Regular'])
  const booked = await mustBook(provider, driver, { parkId, changes: { quoted_total: testPrice(60) * 0.8 } })
  expect(booked.total).toBe(360)
  await leave(2 * PLAN_PRICE)
  until(sub, 2 * DAY_MS)
  await renew()
  const renewed = await subscriptionOf(provider, driver)
  expect(renewed).toMatchObject({ state: 'running', period_start: sub.period_end, period_end: '2027-03-31T15:00:00Z' })
  expect(await balanceOf(provider, driver)).toBe(PLAN_PRICE)
})

test('three days without money end it, and nothing is charged', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await leave(10)
  until(sub, 0)
  await renew()
  await leave(WELCOME)
  until(sub, 3 * DAY_MS)
  await renew()
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
  expect(await mailsTo(driver)).toEqual(['C$9.00 is due: Regular', 'Regular ends'])
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
  await mustSubscribe(provider, driver, { plan })
})

test('cancelled in the grace it ends at once; cancelled before, it is neither renewed nor told of', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await leave(10)
  until(sub, 0)
  await renew()
  await putSubscription(provider, driver, { ...sub, cancelled: true })
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'ended', end_reason: 'cancelled' })
  const other = await createDriver(provider)
  const theirs = await mustSubscribe(provider, other, { plan })
  await putSubscription(provider, other, { ...theirs, cancelled: true })
  until(theirs, -DAY_MS)
  await renew()
  until(theirs, 0)
  await renew()
  expect(await mailsTo(other)).toEqual([])
  expect(await balanceOf(provider, other)).toBe(WELCOME - PLAN_PRICE)
})

test('taken back late, it is told of and renewed all the same', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await putSubscription(provider, driver, { ...sub, cancelled: true })
  until(sub, -HOUR_MS)
  await renew()
  await putSubscription(provider, driver, { ...sub, cancelled: false })
  await renew()
  expect(await mailsTo(driver)).toHaveLength(1)
  until(sub, 0)
  await renew()
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'running', period_start: sub.period_end })
})

test('a plan that is sold no more ends with its paid month, and its driver is told before', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  await changePlan(provider.deps.db, { planId: plan, active: false, nowMs: provider.clock.now() })
  until(sub, -2 * DAY_MS)
  await renew()
  expect(await mailsTo(driver)).toEqual(['Regular ends'])
  until(sub, 0)
  await renew()
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'ended', end_reason: 'withdrawn' })
})

test('where the driver chose it, a saved card pays what is missing, once a month', async () => {
  await fund(driver, 'pay')
  await leave(1_000)
  const sub = await mustSubscribe(provider, driver, { plan, payBy: 'card' })
  until(sub, 0)
  await renew()
  await backgroundSettled()
  until(sub, 2 * MINUTE_MS)
  await Promise.all(Array.from({ length: 6 }, renew))
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'running', period_start: sub.period_end })
  expect(await balanceOf(provider, driver)).toBe(0)
})

test('the plan of a disabled account rests: nothing is charged, and it ends unpaid where it is enabled too late', async () => {
  await fund(driver, 'pay')
  const sub = await mustSubscribe(provider, driver, { plan, payBy: 'card' })
  await leave(0)
  const email = `${driver.userId}@example.test`
  await setDisabled(provider.deps.db, email, provider.clock.now())
  for (const day of [-3, 0, 1, 4]) {
    until(sub, day * DAY_MS)
    await renew()
    await backgroundSettled()
  }
  const charges = `select 1 from payments where user_id = $1 and idempotency_key like 'plan:%'`
  expect(await provider.deps.db.query(charges, [driver.userId])).toEqual([])
  expect(await mailsTo(driver)).toEqual([])
  await setDisabled(provider.deps.db, email, null)
  await renew()
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'ended', end_reason: 'unpaid' })
  expect(await provider.deps.db.query(charges, [driver.userId])).toEqual([])
})

test('a card that is declined leaves the grace, and is not tried again and again', async () => {
  await fund(driver, 'declines_later')
  await leave(1_000)
  const sub = await mustSubscribe(provider, driver, { plan, payBy: 'card' })
  for (let hour = 0; hour < 5; hour += 1) {
    until(sub, hour * HOUR_MS)
    await renew()
    await backgroundSettled()
  }
  const charges = await provider.deps.db.query(
    `select 1 from payments where user_id = $1 and idempotency_key like 'plan:%'`,
    [driver.userId],
  )
  expect(charges).toHaveLength(1)
  expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'grace' })
})

test('each device is told in its language', async () => {
  const sub = await mustSubscribe(provider, driver, { plan })
  const body = service.subscribe('french', { language: 'fr' })
  await provider.request('POST', '/api/v1/push/subscriptions', { token: await driver.token(), key: newKey(), body })
  until(sub, -2 * DAY_MS)
  await renew()
  for (let round = 0; round < 2; round += 1) await sendReminders(provider.deps, new AbortController().signal)
  const told = service.messages.filter(({ device }) => device === 'french').map(({ message }) => message)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ kind: 'plan', title: '9,00\u00a0$ le 28 février\u00a0: Régulier' })
})

test('an operator sells, prices, lists and ends a plan; the sandbox has some where there are none', async () => {
  const { db } = provider.deps
  const folder = await mkdtemp(join(tmpdir(), 'plans-'))
  const write = async (changes: Readonly<Record<string, unknown>>): Promise<string> => {
    const file = join(folder, 'plan.json')
    const facts = { country_code: 'SN', price: '1500', taxes: [], percent: 15 }
    const names = { en: 'Dakar', fr: 'Dakar' }
    await writeFile(file, JSON.stringify({ ...facts, names, details: names, ...changes }))
    return file
  }
  for (const wrong of [{ percent: 200 }, { price: '-5' }, { price: '0' }, { maximum: '1.5' }, { parks: ['SN00000'] }])
    expect(await runPlans(db, ['add', await write(wrong)])).toMatchObject({ exitCode: 1 })
  const added = await runPlans(db, ['add', await write({})])
  expect(added).toMatchObject({ exitCode: 0 })
  const id = /\d+/.exec(added.lines[0] ?? '')?.[0] ?? ''
  expect((await runPlans(db, ['price', id, '2000'])).lines[0]).toMatch(/2000 XOF a month {2}15 %/)
  expect(await runPlans(db, ['price', id, 'x'])).toMatchObject({ exitCode: 1 })
  expect((await runPlans(db, ['end', id])).lines[0]).toMatch(/ended {2}Dakar$/)
  expect(await runPlans(db, ['sell'])).toMatchObject({ exitCode: 2 })
  await ensureDemoPlans(provider.deps)
  await ensureDemoPlans(provider.deps)
  // The other countries have plans made by these tests.
  for (const code of ['NG', 'US'] as const)
    expect((await listPlans(db, code)).map(({ demo }) => demo)).toEqual([true, true])
  await rm(folder, { recursive: true })
})
