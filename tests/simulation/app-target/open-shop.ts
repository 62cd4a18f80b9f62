import { type CouponRow, insertCoupon } from '../../../provider/repositories/coupons.ts'
import { findPlan, insertPlan } from '../../../provider/repositories/plans.ts'
import { findProduct, insertProduct, type NewProduct } from '../../../provider/repositories/products.ts'
import { insertTerms, listTerms } from '../../../provider/repositories/referral-reads.ts'
import { insertCode } from '../../../provider/repositories/referrals.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { toCouponWire, toProductWire } from '../../../provider/services/marketplace-wire.ts'
import { toPlanWire } from '../../../provider/services/plan-wire.ts'
import { makeBookingCode } from '../../../src/domain/code.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { DAY_MS, type Instant, toInstant } from '../../../src/domain/instant.ts'
import { toReferralCode } from '../../../src/domain/referral.ts'
import { must } from '../../../src/lib/assert.ts'
import type { CouponWire } from '../../../src/contract/marketplace.ts'
import type { Shop } from '../shop-thing.ts'
import { HST } from './taxes.ts'

type Db = ProviderDeps['db']

interface Opening {
  /** Number of this world in the database. */
  readonly count: number
  readonly nowMs: Instant
  readonly drivers: readonly UserId[]
}

/** Limited stock of the first, unlimited of the second. */
const GOODS = [
  { kind: 'accessory', price_minor: 1_000, stock: 4 },
  { kind: 'car_wash', price_minor: 2_505, stock: null },
] as const

const toGoods = (goods: (typeof GOODS)[number], nowMs: Instant): NewProduct => ({
  ...goods,
  ...{ country_code: 'CA', currency: 'CAD', park_id: null, pass: null, order_limit: 3, demo: true, updated_at: nowMs },
  ...{ names: { en: goods.kind, fr: goods.kind }, details: { en: '', fr: '' } },
  taxes: [{ ...HST, included: false }],
})

interface Issue extends Pick<CouponRow, 'code' | 'kinds'> {
  readonly nowMs: Instant
}

/** Issues a coupon that can be used twice in all. */
async function issue(db: Db, { code, kinds, nowMs }: Issue): Promise<CouponWire> {
  const coupon: CouponRow = {
    ...{
      code,
      kinds,
      country_code: 'CA',
      discount_type: 'fixed',
      discount: 100,
      minimum_minor: 0,
      maximum_minor: null,
    },
    ...{ limit_per_user: null, limit_in_all: 2, parks: null, demo: true, active: true, used: 0 },
    ...{ starts_at: toInstant(nowMs - DAY_MS), ends_at: toInstant(nowMs + 100 * DAY_MS) },
  }
  await insertCoupon(db, coupon)
  return toCouponWire(coupon)
}

/** A plan for 20 % off. */
const sellPlan = (db: Db, nowMs: Instant): Promise<number> =>
  insertPlan(db, {
    ...{ country_code: 'CA', currency: 'CAD', price_minor: 900, percent: 20, maximum_minor: null, parks: null },
    ...{ names: { en: 'Regular', fr: 'Régulier' }, details: { en: '', fr: '' }, demo: true, updated_at: nowMs },
    taxes: [{ ...HST, included: true }],
  })

async function makeCode(
  db: Db,
  userId: UserId,
  { nowMs, number }: { nowMs: Instant; number: number },
): Promise<string> {
  const bytes = [number >> 15, number >> 10, number >> 5, number].map((part) => part & 31)
  const code = toReferralCode(makeBookingCode(new Uint8Array([0, 0, 0, ...bytes])))
  await insertCode(db, { userId, code, nowMs })
  return code
}

/** Ends what earlier worlds left in the database, because their clock differs from this one's. */
async function closeOthers(db: Db): Promise<void> {
  await db.query(
    `update subscriptions set state = 'ended', end_reason = 'withdrawn', due_at = null where due_at is not null`,
  )
  await db.query('update referrals set check_at = null where check_at is not null')
}

const DRIVERS_A_WORLD = 10

/** Opens goods, coupons and a plan that no other world of this database gets to know. */
export async function openShop(
  db: Db,
  { count, nowMs, drivers }: Opening,
): Promise<Omit<Shop, 'event' | 'park' | 'pass' | 'documents'>> {
  await closeOthers(db)
  if ((await listTerms(db)).length === 0) {
    const amounts = { referrer_minor: 300, referred_minor: 200, minimum_minor: 100, monthly_limit: 5 }
    await insertTerms(db, {
      country_code: 'CA',
      currency: 'CAD',
      valid_from: nowMs,
      active: true,
      demo: true,
      ...amounts,
    })
  }
  const products = []
  for (const goods of GOODS) {
    const id = await insertProduct(db, toGoods(goods, nowMs))
    products.push(toProductWire(must(await findProduct(db, id), 'goods')))
  }
  const referralCodes = []
  for (const [index, userId] of drivers.entries())
    referralCodes.push(await makeCode(db, userId, { nowMs, number: count * DRIVERS_A_WORLD + index }))
  return {
    products,
    coupons: {
      goods: await issue(db, { code: `GOODS${String(count)}`, kinds: null, nowMs }),
      parking: await issue(db, { code: `PARK${String(count)}`, kinds: ['parking'], nowMs }),
    },
    plan: toPlanWire(must(await findPlan(db, await sellPlan(db, nowMs)), 'plan')),
    referralCodes,
  }
}
