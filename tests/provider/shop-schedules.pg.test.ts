import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { listDueBacks } from '../../provider/repositories/clawbacks.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { auditGateways } from '../../provider/services/payments-audit.ts'
import { checkDueBacks } from '../../provider/services/payments-back.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { renewPlans } from '../../provider/services/renew-plans.ts'
import { settleReferrals } from '../../provider/services/settle-referrals.ts'
import { createRandom, mix } from '../simulation/world/random.ts'
import { goBackAtGateway } from './support/play-back.ts'
import { SHOP_MONEY_STEPS } from './support/shop-money-steps.ts'
import { SHOP_STEPS } from './support/shop-steps.ts'
import type { Shopper, ShopStep, Town } from './support/shopper.ts'
import { documentSteps, takePhoto } from './support/test-documents.ts'
import { createDriver } from './support/test-driver.ts'
import { mustPlan, planOf } from './support/test-events.ts'
import { goToWholeMinute, reconcileAfterCrashes } from './support/test-ledger.ts'
import { issue, sell } from './support/test-marketplace.ts'
import { sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import { insertTestPark } from './support/test-parks.ts'
import { sellPlan } from './support/test-plans.ts'
import { giveTerms, referralOf } from './support/test-referrals.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

/** `BAYWISE_SCHEDULES=1000` for the long run; seeds count from 1, so the short run is its beginning. */
const SCHEDULES = Number(process.env['BAYWISE_SCHEDULES'] ?? 48)
const AT_ONCE = 8
const ROUNDS = 5
const STEPS = 8
const CAPACITY = 12

let provider: TestProvider
let photo: Uint8Array
beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 16 }))
  await ensureDemoDocuments(provider.deps)
  await giveTerms(provider, { monthly_limit: 100 })
  photo = await takePhoto()
})
afterAll(() => provider.close())

/** Every action of drivers, operators, gateways and jobs. */
const STEP_KINDS: readonly ShopStep[] = [...SHOP_STEPS, ...SHOP_MONEY_STEPS]

/** Kinds of which even a short run has some. */
const OFTEN = [
  ...['booking', 'refund', 'order', 'order_refund', 'plan', 'gift', 'gift_refund', 'gift_redeemed'],
  ...['document', 'top_up', 'reversal', 'referral'],
]

const FIXED = { discount_type: 'fixed', discount: 300 } as const

async function openTown(): Promise<Town> {
  const parkId = (await insertTestPark(provider.deps.db, { capacity: CAPACITY })).id
  return {
    ...{ provider, parkId, photo, giftCodes: [], referralCodes: [] },
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
  // A referral only counts between drivers of different cars.
  const vehicleId = await addVehicle(driver, `ABC-${String(100 + (seed % 900))}DE`)
  town.referralCodes.push((await referralOf(provider, driver)).code)
  const made = { bookings: [], orders: [], gifts: [], plans: [], renewals: [], references: [] }
  return { town, driver, vehicleId, random: createRandom(mix(seed)), ...made }
}

/**
 * Whether an error is a request that died with its connection, or a job that waited too long for a lock. Either may or
 * may not have taken effect; everything must add up both ways.
 */
const isCrash = (error: unknown): boolean =>
  error instanceof Error &&
  /terminat|connection|ECONNRESET|timeout|unavailable/i.test(`${error.message} ${String(error.cause)}`)
const survived = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!isCrash(error)) throw error
  })

const COUPONS = `select c.code from coupons c
  where c.used <> (select count(*) from orders o where o.coupon_code = c.code and o.country_code = c.country_code
                      and o.stage not in ('cancelled', 'rejected'))
                + (select count(*) from coupon_uses u where u.code = c.code and u.country_code = c.country_code)`

const RUNNING_PLANS = `select user_id from subscriptions where state <> 'ended' group by user_id, country_code having count(*) > 1`

/** A wallet may be below zero only by what went back at a gateway. */
const BELOW_FLOOR = `select wallet_id from wallets where balance_minor < floor_minor`

/** The ledger's sum per currency, and entries of wallets in another currency. */
const BY_CURRENCY = `select p.currency, sum(e.amount_minor)::bigint as sum,
       (count(*) filter (where w.currency <> p.currency))::int as elsewhere
  from entries e join postings p using (posting_id) left join wallets w using (wallet_id) group by p.currency order by p.currency`

async function expectSound({ parkId }: Town, said: string): Promise<void> {
  const { db } = provider.deps
  for (const sql of [COUPONS, RUNNING_PLANS, BELOW_FLOOR]) expect(await db.query(sql), said).toEqual([])
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

/** Retries work that a busy machine interrupts. */
async function done(work: () => Promise<unknown>, tries = 5): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (tries === 1 || !isCrash(error)) throw error
    await done(work, tries - 1)
  }
}

/** Lets the jobs, free of crashes themselves, finish what crashes left half-way. */
async function finish(): Promise<void> {
  const { deps, clock } = provider
  await backgroundSettled()
  await done(() => followEvents(deps))
  for (let round = 0; round < 40; round += 1) {
    clock.advance(MINUTE_MS)
    for (let batch = 0; batch < 4; batch += 1) await done(() => settleDuePayments(deps))
    await done(() => payWithdrawals(deps))
  }
  clock.advance(DAY_MS)
  while ((await listDueBacks(deps.db, clock.now(), 1)).length > 0) await done(() => checkDueBacks(deps))
}

/** Reverses some payments of drivers who have parked and paid with that money. */
async function takeBackSome(shoppers: readonly Shopper[]): Promise<void> {
  for (const { references, random } of shoppers)
    for (const reference of references)
      if (random.chance(0.2)) await goBackAtGateway(provider, { reference, later: 'reverse', told: 1 })
}

test(`${String(SCHEDULES)} random schedules of bookings, events, passes, orders, coupons, plans, gifts, documents, referrals, payments at gateways, reversals and crashes add up to the cent`, async () => {
  const everybody: Shopper[] = []
  for (let seed = 1; seed <= SCHEDULES; seed += AT_ONCE) {
    goToWholeMinute(provider.clock)
    const town = await openTown()
    const seeds = Array.from({ length: Math.min(AT_ONCE, SCHEDULES - seed + 1) }, (_, index) => seed + index)
    const shoppers = await Promise.all(seeds.map((one) => enter(town, one)))
    everybody.push(...shoppers)
    for (let round = 0; round < ROUNDS; round += 1) {
      const doSome = (shopper: Shopper) =>
        Array.from({ length: STEPS }, () => survived(shopper.random.pick<ShopStep>(STEP_KINDS)(shopper)))
      await Promise.all(shoppers.flatMap(doSome))
      await expectSound(town, `seeds ${seeds.join(', ')}, round ${String(round)}`)
      provider.clock.advance((1 + round) * 2 * HOUR_MS)
    }
  }
  await finish()
  provider.clock.advance(3 * DAY_MS)
  await done(() => settleReferrals(provider.deps))
  await takeBackSome(everybody)
  provider.clock.advance(40 * DAY_MS)
  await done(() => renewPlans(provider.deps))
  await done(() => settleReferrals(provider.deps))
  await finish()
  expect(await reconcileAfterCrashes(provider)).toEqual([])
  expect((await auditGateways(provider.deps)).differences).toEqual([])
  const sums = await provider.deps.db.query<{ currency: string; sum: number; elsewhere: number }>(BY_CURRENCY)
  console.table(sums)
  expect(sums).toEqual(['CAD', 'NGN'].map((currency) => ({ currency, sum: 0, elsewhere: 0 })))
  const facts = await provider.deps.db.query<{ kind: string; count: number }>(
    'select kind, count(*) as count from postings group by kind order by kind',
  )
  console.table(facts)
  console.table(await provider.deps.db.query('select state, reason, count(*) from referrals group by 1, 2'))
  const kinds = facts.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining([...OFTEN]))
}, 1_800_000)
