import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { renewPlans } from '../../provider/services/renew-plans.ts'
import { createRandom, mix } from '../simulation/world/random.ts'
import { type Shopper, SHOP_STEPS, type ShopStep, type Town } from './support/shop-steps.ts'
import { documentSteps, takePhoto } from './support/test-documents.ts'
import { createDriver } from './support/test-driver.ts'
import { mustPlan, planOf } from './support/test-events.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { issue, sell } from './support/test-marketplace.ts'
import { sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import { insertTestPark } from './support/test-parks.ts'
import { sellPlan } from './support/test-plans.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** `BAYWISE_SCHEDULES=1000` for the long run; seeds count from 1, so the short run is its beginning. */
const SCHEDULES = Number(process.env['BAYWISE_SCHEDULES'] ?? 48)
const AT_ONCE = 8
const ROUNDS = 5
const STEPS = 6
const CAPACITY = 12

let provider: TestProvider
let photo: Uint8Array
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 16 })
  await ensureDemoDocuments(provider.deps)
  photo = await takePhoto()
})
afterAll(() => closeBalanced(provider))

const FIXED = { discount_type: 'fixed', discount: 300 } as const

async function openTown(): Promise<Town> {
  const parkId = (await insertTestPark(provider.deps.db, { capacity: CAPACITY })).id
  return {
    ...{ provider, parkId, photo, giftCodes: [] },
    goods: [await sell(provider, { stock: 12 }), await sell(provider), await sell(provider, { kind: 'car_wash' })],
    coupons: {
      goods: [await issue(provider, { limit_per_user: 2 }), await issue(provider, { ...FIXED, limit_in_all: 5 })],
      parking: [
        await issue(provider, { kinds: ['parking'], discount: 100, limit_in_all: 9 }),
        await issue(provider, { ...FIXED, kinds: ['parking'], limit_per_user: 2 }),
      ],
    },
    plan: await sellPlan(provider),
    pass: await sellPass(provider, parkId, { hours: WORKING_DAYS, atOnce: 2 }),
    events: [
      await mustPlan(provider, planOf(provider, parkId, { held: 2 })),
      await mustPlan(provider, planOf(provider, parkId, { held: 3 })),
    ],
  }
}

async function enter(town: Town, seed: number): Promise<Shopper> {
  const driver = await createDriver(provider)
  const { addVehicle } = documentSteps(() => ({ provider, driver, vehicleId: '' }))
  const vehicleId = await addVehicle(driver)
  const made = { bookings: [], orders: [], gifts: [], plans: [], renewals: [] }
  return { town, driver, vehicleId, random: createRandom(mix(seed)), ...made }
}

/** A request that died with its connection, or a job that waited too long for a lock, may have had its effect or not; either way everything must add up. */
const isCrash = (error: unknown): boolean =>
  error instanceof Error &&
  /terminat|connection|ECONNRESET|lock timeout|unavailable/i.test(`${error.message} ${String(error.cause)}`)
const survived = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!isCrash(error)) throw error
  })

const COUPONS = `select c.code from coupons c
  where c.used <> (select count(*) from orders o where o.coupon_code = c.code and o.country_code = c.country_code
                      and o.stage not in ('cancelled', 'rejected'))
                + (select count(*) from coupon_uses u where u.code = c.code and u.country_code = c.country_code)`

const RUNNING_PLANS = `select user_id from subscriptions where state <> 'ended' group by user_id, country_code having count(*) > 1`

const BELOW_ZERO = `select wallet_id from wallets where balance_minor < 0`

async function expectSound({ parkId }: Town, said: string): Promise<void> {
  const { db } = provider.deps
  for (const sql of [COUPONS, RUNNING_PLANS, BELOW_ZERO]) expect(await db.query(sql), said).toEqual([])
  const now = new Date(provider.clock.now())
  const until = new Date(now.getTime() + 90 * DAY_MS)
  const [row] = await db.query<{ taken: number }>('select peak_occupancy($1, $2, $3, $4, null) as taken', [
    parkId,
    now,
    until,
    now,
  ])
  expect(row?.taken, said).toBeLessThanOrEqual(CAPACITY)
}

test(`${String(SCHEDULES)} random schedules of bookings, events, passes, orders, coupons, plans, gifts, documents and crashes add up to the cent`, async () => {
  for (let seed = 1; seed <= SCHEDULES; seed += AT_ONCE) {
    goToWholeMinute(provider.clock)
    const town = await openTown()
    const seeds = Array.from({ length: Math.min(AT_ONCE, SCHEDULES - seed + 1) }, (_, index) => seed + index)
    const shoppers = await Promise.all(seeds.map((one) => enter(town, one)))
    for (let round = 0; round < ROUNDS; round += 1) {
      const doSome = (shopper: Shopper) =>
        Array.from({ length: STEPS }, () => survived(shopper.random.pick<ShopStep>(SHOP_STEPS)(shopper)))
      await Promise.all(shoppers.flatMap(doSome))
      await expectSound(town, `seeds ${seeds.join(', ')}, round ${String(round)}`)
      provider.clock.advance((1 + round) * 2 * HOUR_MS)
    }
  }
  await backgroundSettled()
  await followEvents(provider.deps)
  provider.clock.advance(40 * DAY_MS)
  await renewPlans(provider.deps)
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  const facts = await provider.deps.db.query<{ kind: string; count: number }>(
    'select kind, count(*) as count from postings group by kind order by kind',
  )
  console.table(facts)
  const kinds = facts.map(({ kind }) => kind)
  const often = [
    'booking',
    'refund',
    'order',
    'order_refund',
    'plan',
    'gift',
    'gift_refund',
    'gift_redeemed',
    'document',
  ]
  expect(kinds).toEqual(expect.arrayContaining(often))
}, 1_800_000)
