import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { runCoupons } from '../../provider/cli/marketplace.ts'
import { endCoupon } from '../../provider/repositories/coupons.ts'
import { expectRefusal } from './support/accounts.ts'
import { WELCOME } from './support/test-checkout.ts'
import { couponSteps } from './support/test-coupons.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { mustStartGuest } from './support/test-guests.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { mustOrderCart, sell } from './support/test-marketplace.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 100 })).id
})

const { promo, usesOf, bookWith, mustBookWith } = couponSteps(() => ({ provider, driver, parkId }))

test('a booking with a code costs less by its line, and the ledger shares what was paid', async () => {
  const code = await promo()
  const booking = await mustBookWith({ code: ` ${code.toLowerCase()} `, total: 405 })
  expect(booking.total).toBe(405)
  expect(booking.lines).toContainEqual({ kind: 'coupon', code, amount: -45 })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 405)
  const entries = await provider.deps.db.query<{ account: string; amount_minor: number }>(
    `select e.account, e.amount_minor from entries e join postings p using (posting_id) where p.booking_id = $1 order by e.entry_id`,
    [booking.booking_id],
  )
  expect(entries).toEqual([
    { account: 'wallet', amount_minor: -405 },
    { account: `park:${String(parkId)}`, amount_minor: 319 },
    { account: 'fees', amount_minor: 45 },
    { account: 'tax', amount_minor: 41 },
  ])
  expect(await usesOf(code)).toBe(1)
})

test('the code is quoted before: the answer has its terms, and an unknown, ended or used-up one says so', async () => {
  const ask = (code: string) =>
    provider.request('POST', '/api/v1/marketplace/coupons/check', { body: { country: 'CA', coupon_code: code } })
  const code = await promo({ parks: [parkId], limit_in_all: 1 })
  expect(await (await ask(code)).json()).toMatchObject({ data: { code, kinds: ['parking'], parks: [parkId] } })
  await mustBookWith({ code, total: 405 })
  await expectRefusal(await ask(code), 409, 'coupon_used_up')
  await expectRefusal(await ask('NOTHING'), 404, 'coupon_not_found')
})

test('a code that cannot be used is refused with its field, nothing is booked, and no use is spent', async () => {
  const nowMs = provider.clock.now()
  const other = (await insertTestPark(provider.deps.db)).id
  const soon = { starts_at: toInstant(nowMs + MINUTE_MS), ends_at: toInstant(nowMs + 2 * MINUTE_MS) }
  const gone = { starts_at: toInstant(nowMs - 2 * MINUTE_MS), ends_at: toInstant(nowMs) }
  const ended = await promo()
  await endCoupon(provider.deps.db, { country: 'CA', code: ended })
  const cases: ReadonlyArray<readonly [string, number, string]> = [
    ['NOTHING1', 404, 'coupon_not_found'],
    ['a', 404, 'coupon_not_found'],
    ['ONE TWO', 422, 'coupon_stacked'],
    [ended, 404, 'coupon_not_found'],
    [await promo({ country_code: 'NG' }), 404, 'coupon_not_found'],
    [await promo(soon), 409, 'coupon_expired'],
    [await promo(gone), 409, 'coupon_expired'],
    [await promo({ parks: [other] }), 409, 'coupon_not_applicable'],
    [await promo({ kinds: null }), 409, 'coupon_not_applicable'],
    [await promo({ minimum_minor: 451 }), 409, 'coupon_minimum'],
    [await promo({ discount_type: 'fixed', discount: 451 }), 422, 'coupon_over_subtotal'],
  ]
  for (const [code, status, refusal] of cases) {
    const answer = await bookWith({ code, total: 405 })
    const problem = (await answer.clone().json()) as { errors?: unknown }
    await expectRefusal(answer, status, refusal)
    expect(problem.errors).toMatchObject([{ field: 'promo_code', code: refusal }])
  }
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
})

test('a price that was shown without the code, or with more off, is refused with the price that it has', async () => {
  const code = await promo()
  for (const total of [450, 404, 0, -45]) {
    const answer = await bookWith({ code, total })
    const problem = (await answer.clone().json()) as { total?: number }
    if (total < 0) expect([409, 422]).toContain(answer.status)
    else {
      await expectRefusal(answer, 409, 'price_changed')
      expect(problem.total).toBe(405)
    }
  }
  expect(await usesOf(code)).toBe(0)
})

test('only a wallet pays with a code, and only an account has one', async () => {
  const code = await promo()
  await expectRefusal(
    await bookWith({ code, total: 405, changes: { payment_method: 'gateway' } }),
    422,
    'coupon_wallet_only',
  )
  const as = await mustStartGuest(provider)
  await expectRefusal(await bookWith({ code, total: 405, as }), 409, 'coupon_account_only')
})

test('who cannot pay has not used it', async () => {
  const code = await promo({ limit_per_user: 1 })
  await balanceOf(provider, driver)
  await provider.deps.db.query(
    `select post_to_wallet(wallet_id, 404 - balance_minor, array['promo'], array[balance_minor - 404], $2, 'adjustment', null, null, now())
       from wallets where user_id = $1`,
    [driver.userId, `test:${newKey()}`],
  )
  await expectRefusal(await bookWith({ code, total: 405 }), 409, 'wallet_too_low')
  expect(await usesOf(code)).toBe(0)
})

test('twenty drivers spend the last use at once: one has it', async () => {
  const code = await promo({ limit_in_all: 1 })
  const drivers = await Promise.all(Array.from({ length: 20 }, () => createDriver(provider)))
  const answers = await Promise.all(
    drivers.map((as, index) => bookWith({ code, total: 405, as, changes: { plate: `LAST${String(index)}` } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect(await usesOf(code)).toBe(1)
})

test('two tabs spend one driver’s last use at once: one has it, and the same request again is the same booking', async () => {
  const code = await promo({ limit_per_user: 1 })
  const key = newKey()
  const answers = await Promise.all(
    [60, 300, 600, 900].map((fromMinutes) =>
      bookWith({ code, total: 405, fromMinutes, ...(fromMinutes === 60 ? { key } : {}) }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  const first = answers[0]
  if (first?.status === 201) {
    expect(await (await bookWith({ code, total: 405, fromMinutes: 60, key })).json()).toEqual(await first.json())
  }
  await expectRefusal(await bookWith({ code, total: 405, fromMinutes: 1_200 }), 409, 'coupon_used')
  expect(await usesOf(code)).toBe(1)
})

test('one limit counts orders and bookings together', async () => {
  const code = await promo({ kinds: ['parking', 'accessory'], limit_per_user: 1 })
  const product = await sell(provider)
  await mustOrderCart(provider, driver, { lines: [{ product_id: product, quantity: 1 }], total: 1_017, coupon: code })
  await expectRefusal(await bookWith({ code, total: 405 }), 409, 'coupon_used')
})

test('an operator issues, lists and ends a coupon for parking in some car parks', async () => {
  const { db } = provider.deps
  const [park] = await db.query<{ code: string }>('select code from parks where id = $1', [parkId])
  const folder = await mkdtemp(join(tmpdir(), 'promo-'))
  const write = async (changes: Readonly<Record<string, unknown>>): Promise<string> => {
    const file = join(folder, 'coupon.json')
    const dates = { start_date: '2020-01-01T00:00:00Z', end_date: '2099-01-01T00:00:00Z' }
    const coupon = {
      country_code: 'CA',
      code: 'OPERATOR',
      discount_type: 'fixed',
      discount: '1.50',
      ...dates,
      ...changes,
    }
    await writeFile(file, JSON.stringify(coupon))
    return file
  }
  const run = (...words: readonly string[]) => runCoupons(db, words, true)
  expect(await run('add', await write({ parks: ['CA00000'] }))).toMatchObject({ exitCode: 1 })
  expect(await run('add', await write({ kinds: ['car_wash'], parks: [park?.code] }))).toMatchObject({ exitCode: 1 })
  expect(await run('add', await write({ parks: [park?.code] }))).toEqual({
    lines: ['Coupon OPERATOR holds in CA.'],
    exitCode: 0,
  })
  expect((await run('list')).lines.join('\n')).toMatch(/CA {2}OPERATOR {2}1\.50 CAD {2}used 0/)
  expect((await mustBookWith({ code: 'operator', total: 300 })).total).toBe(300)
  expect(await run('end', 'CA', 'operator')).toMatchObject({ exitCode: 0 })
  await expectRefusal(await bookWith({ code: 'OPERATOR', total: 300, fromMinutes: 600 }), 404, 'coupon_not_found')
  await rm(folder, { recursive: true })
})
