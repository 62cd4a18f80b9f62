import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { changePlan } from '../../provider/repositories/plans.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { renewPlans } from '../../provider/services/renew-plans.ts'
import { expectRefusal } from './support/accounts.ts'
import { bookingOf, changeSteps } from './support/test-changes.ts'
import {
  balanceOf,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
  type TestStay,
  testPrice,
} from './support/test-driver.ts'
import { mustStartGuest } from './support/test-guests.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { mustMove, postMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { issue } from './support/test-marketplace.ts'
import {
  mustSubscribe,
  PLAN_PRICE,
  postSubscription,
  putSubscription,
  sellPlan,
  subscriptionOf,
} from './support/test-plans.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000

let provider: TestProvider
let driver: TestDriver
let parkId: number
let plan: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  // Noon in Toronto, far from any clock change.
  provider.clock.set(Date.parse('2027-06-10T16:00:00Z'))
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 100 })).id
  plan = await sellPlan(provider)
})

/** Returns the price with the test's plan, a fifth off. */
const less = (minutes: number): number => testPrice(minutes) - Math.round(testPrice(minutes) / 5)
const at = (total: number, stay: Partial<TestStay> = {}): TestStay => ({
  ...{ parkId, ...stay },
  changes: { quoted_total: total, ...stay.changes },
})
const { put, cancel, extend, shorten } = changeSteps(() => ({ provider, driver }))
const entriesOf = (key: string) =>
  provider.deps.db.query<{ account: string; amount_minor: number }>(
    'select e.account, e.amount_minor from entries e join postings p using (posting_id) where p.key = $1 order by e.entry_id',
    [key],
  )
const renew = (): Promise<void> => renewPlans(provider.deps)

describe('a plan', () => {
  test('is paid from the wallet with its tax, and has a receipt of its own kind', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    expect(sub).toMatchObject({ state: 'running', cancelled: false, price: 900, percent: 20, next: null })
    expect([sub.period_start, sub.period_end]).toEqual(['2027-06-10T16:00:00Z', '2027-07-10T16:00:00Z'])
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE)
    expect(await entriesOf(`plan:${sub.subscription_id}:1`)).toEqual([
      { account: 'wallet', amount_minor: -900 },
      { account: 'plans', amount_minor: 796 },
      { account: 'tax', amount_minor: 104 },
    ])
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    const { receipt_number: number } = await subscriptionOf(provider, driver)
    const receipt = await provider.request('GET', `/api/v1/receipts/${String(number)}`, { token: await driver.token() })
    expect(await receipt.json()).toMatchObject({
      data: { kind: 'plan', price: 900, taxes: [{ code: 'hst', amount: 104 }], period_end: '2027-07-10T16:00:00Z' },
    })
    const other = await createDriver(provider)
    const theirs = await provider.request('GET', `/api/v1/receipts/${String(number)}`, { token: await other.token() })
    expect(theirs.status).toBe(404)
  })

  test('is refused at another price, when it is sold no more, without the money, and to a guest; nothing is charged', async () => {
    await expectRefusal(await postSubscription(provider, driver, { plan, price: 899 }), 409, 'price_changed')
    await expectRefusal(await postSubscription(provider, driver, { plan: 999_999 }), 404, 'product_not_found')
    const dear = await sellPlan(provider, { price_minor: WELCOME + 1 })
    await expectRefusal(
      await postSubscription(provider, driver, { plan: dear, price: WELCOME + 1 }),
      409,
      'wallet_too_low',
    )
    await changePlan(provider.deps.db, { planId: plan, active: false, nowMs: provider.clock.now() })
    await expectRefusal(await postSubscription(provider, driver, { plan }), 404, 'product_not_found')
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    const guest = await mustStartGuest(provider)
    await expectRefusal(await postSubscription(provider, guest, { plan }), 403, 'guest_not_allowed')
  })

  test('begins once: from eight tabs at once, and for the same request again', async () => {
    const key = newKey()
    const keys = [key, key, ...Array.from({ length: 6 }, newKey)]
    const answers = await Promise.all(keys.map((each) => postSubscription(provider, driver, { plan, key: each })))
    const begun = answers.filter(({ status }) => status === 201)
    expect(begun.length).toBeGreaterThan(0)
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE)
    await expectRefusal(await postSubscription(provider, driver, { plan }), 409, 'plan_running')
  })

  test('shows in the answer of a quote, for its driver alone', async () => {
    await mustSubscribe(provider, driver, { plan })
    const [row] = await provider.deps.db.query<{ slug: string }>('select slug from parks where id = $1', [parkId])
    const times = ['2027-06-10T17:00:00Z', '2027-06-10T18:00:00Z'].map(encodeURIComponent)
    const path = `/api/v1/front/parks/${String(row?.slug)}/quote?start_time=${String(times[0])}&end_time=${String(times[1])}`
    const ask = async (token?: string) =>
      (await (await provider.request('GET', path, token === undefined ? {} : { token })).json()) as {
        data: { total: number }
      }
    expect((await ask(await driver.token())).data.total).toBe(less(60))
    expect((await ask()).data.total).toBe(testPrice(60))
  })
})

describe('a booking with a plan', () => {
  beforeEach(async () => {
    await mustSubscribe(provider, driver, { plan })
  })

  test('costs less by its line, keeps the terms, and the whole price is refused with the price that it has', async () => {
    const booking = await mustBook(provider, driver, at(less(60)))
    expect(booking.lines).toContainEqual({ kind: 'plan', names: { en: 'Regular', fr: 'Régulier' }, amount: -90 })
    expect(booking.booked_rate?.plan).toMatchObject({ percent: 20, valid_until: '2027-07-13T16:00:00Z' })
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE - 360)
    const cheat = await postBooking(provider, driver, at(less(60) - 1, { fromMinutes: 300 }))
    const problem = (await cheat.clone().json()) as { total?: number }
    await expectRefusal(cheat, 409, 'price_changed')
    expect(problem.total).toBe(less(60))
  })

  test('is priced by it whatever becomes of it: longer, shorter, cancelled, booked again, moved', async () => {
    const booking = await mustBook(provider, driver, at(less(60)))
    const longer = await bookingOf(await extend(booking, 60))
    expect(longer.total).toBe(less(120))
    const shorter = await bookingOf(await shorten(longer, 60))
    expect(shorter.total).toBe(less(60))
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE - less(60))
    const cancelled = await bookingOf(await cancel(shorter))
    expect(cancelled.refund).toBe(less(60))
    const again = await bookingOf(
      await put(cancelled, `status=active&quoted_total=${String(less(60))}&tariff_version=v1`),
    )
    expect(again.booked_rate?.plan).toBeDefined()
    const { data, moved } = await mustMove(
      provider,
      { driver, booking: again },
      { fromMinutes: 600, minutes: 120, changes: { quoted_total: less(120) } },
    )
    expect([data.total, moved.refund]).toEqual([less(120), less(60)])
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE - less(120))
  })

  test('of a stay that was begun the used time counts at the plan’s price', async () => {
    const booking = await mustBook(provider, driver, at(less(120), { fromMinutes: 15, minutes: 120 }))
    provider.clock.set(provider.clock.now() + 16 * MINUTE_MS)
    expect(await bookingOf(await cancel(booking))).toMatchObject({ refund: Math.round((less(120) - less(30)) / 2) })
  })

  test('has a coupon taken off what the plan leaves', async () => {
    const code = await issue(provider, { kinds: ['parking'], discount: 50 })
    const booking = await mustBook(provider, driver, at(180, { changes: { promo_code: code } }))
    expect(booking.lines.map(({ kind }) => kind)).toEqual(['units', 'fee', 'plan', 'coupon', 'tax'])
  })

  test('is held at the gateway at the plan’s price', async () => {
    const answer = await postBooking(provider, driver, at(less(60), { changes: { payment_method: 'gateway' } }))
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ data: { booking: { total: less(60) } } })
  })
})

describe('who would cheat', () => {
  test('pays the whole price of what lies beyond the month that is paid, booked before or after a cancel', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    const far = 45 * 24 * 60
    await expectRefusal(await postBooking(provider, driver, at(less(60), { fromMinutes: far })), 409, 'price_changed')
    expect(
      (await mustBook(provider, driver, at(testPrice(60), { fromMinutes: far }))).booked_rate?.plan,
    ).toBeUndefined()
    await putSubscription(provider, driver, { ...sub, cancelled: true })
    // A day after the month, within the grace period that a cancelled plan lacks. A price shown earlier is honoured for
    // a day, so the clock passes that first.
    const dayAfter = 31 * 24 * 60
    provider.clock.set(provider.clock.now() + DAY_MS + MINUTE_MS)
    const later = dayAfter - 24 * 60
    await expectRefusal(await postBooking(provider, driver, at(less(60), { fromMinutes: later })), 409, 'price_changed')
  })

  test('pays the whole price of the time that an extension adds after the plan’s end', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    await putSubscription(provider, driver, { ...sub, cancelled: true })
    // The plan applies until the very end of the month.
    const fromMinutes = 30 * 24 * 60 - 60
    const booking = await mustBook(provider, driver, at(less(60), { fromMinutes }))
    provider.clock.set(Date.parse(sub.period_end) - 30 * MINUTE_MS)
    await renew()
    const longer = await bookingOf(await extend(booking, 60))
    expect(longer.total).toBe(less(60) + testPrice(120) - testPrice(60))
    expect(longer.lines.find(({ kind }) => kind === 'plan')?.amount).toBe(-90)
    provider.clock.set(Date.parse(sub.period_end) + MINUTE_MS)
    await renew()
    expect(await subscriptionOf(provider, driver)).toMatchObject({ state: 'ended', end_reason: 'cancelled' })
    const cancelled = await bookingOf(await cancel(longer))
    expect(cancelled.refund).toBeLessThanOrEqual(longer.total)
  })

  test('has no discount by moving a stay to after the end', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    const booking = await mustBook(provider, driver, at(less(60)))
    await putSubscription(provider, driver, { ...sub, cancelled: true })
    const to = { fromMinutes: 40 * 24 * 60, minutes: 60 }
    await expectRefusal(
      await postMove(provider, { driver, booking }, { ...to, changes: { quoted_total: less(60) } }),
      409,
      'price_changed',
    )
    const { data } = await mustMove(provider, { driver, booking }, to)
    expect(data.total).toBe(testPrice(60))
  })

  test('books at no discount once it has ended', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    await putSubscription(provider, driver, { ...sub, cancelled: true })
    provider.clock.set(Date.parse(sub.period_end) + MINUTE_MS)
    await renew()
    await expectRefusal(await postBooking(provider, driver, at(less(60))), 409, 'price_changed')
    await mustBook(provider, driver, at(testPrice(60)))
    await mustSubscribe(provider, driver, { plan })
  })
})

describe('what was shown with no signal', () => {
  test('before the plan began stands for a day', async () => {
    await mustSubscribe(provider, driver, { plan })
    expect((await mustBook(provider, driver, at(testPrice(60)))).total).toBe(testPrice(60))
    provider.clock.set(provider.clock.now() + DAY_MS + MINUTE_MS)
    await expectRefusal(await postBooking(provider, driver, at(testPrice(60))), 409, 'price_changed')
  })

  test('before a renewal at other terms stands for a day, for stays that the former month and its grace reach', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    await provider.deps.db.query('update plans set percent = 50 where plan_id = $1', [plan])
    provider.clock.set(Date.parse(sub.period_end) - HOUR_MS)
    await renew()
    provider.clock.set(Date.parse(sub.period_end) + MINUTE_MS)
    await renew()
    expect(await subscriptionOf(provider, driver)).toMatchObject({ percent: 50, state: 'running' })
    expect((await mustBook(provider, driver, at(less(60)))).total).toBe(less(60))
    expect((await mustBook(provider, driver, at(225, { fromMinutes: 300 }))).total).toBe(225)
    provider.clock.set(provider.clock.now() + DAY_MS)
    await expectRefusal(await postBooking(provider, driver, at(less(60), { fromMinutes: 600 })), 409, 'price_changed')
  })
})

describe('cancelled', () => {
  test('twice is the same answer; it can be taken back until its end, and not after', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    const bodies = []
    for (let time = 0; time < 2; time += 1) {
      const answer = await putSubscription(provider, driver, { ...sub, cancelled: true })
      expect(answer.status).toBe(200)
      bodies.push(await answer.json())
    }
    expect(bodies[0]).toEqual(bodies[1])
    await putSubscription(provider, driver, { ...sub, cancelled: false })
    expect(await subscriptionOf(provider, driver)).toMatchObject({ cancelled: false, state: 'running' })
    await putSubscription(provider, driver, { ...sub, cancelled: true })
    provider.clock.set(Date.parse(sub.period_end))
    await expectRefusal(await putSubscription(provider, driver, { ...sub, cancelled: false }), 409, 'plan_ended')
    await renew()
    const ended = await putSubscription(provider, driver, { ...sub, cancelled: true })
    expect(await ended.json()).toMatchObject({ data: { state: 'ended', end_reason: 'cancelled' } })
    await expectRefusal(await putSubscription(provider, driver, { ...sub, cancelled: false }), 409, 'plan_ended')
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PLAN_PRICE)
  })

  test('by anybody else is not possible', async () => {
    const sub = await mustSubscribe(provider, driver, { plan })
    const other = await createDriver(provider)
    await expectRefusal(await putSubscription(provider, other, { ...sub, cancelled: true }), 404, 'not_found')
  })
})
