import type { CountryCode } from '../../src/domain/country.ts'
import type { CouponKind } from '../../src/domain/coupon.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** A row of `coupons`. */
export interface CouponRow {
  readonly code: string
  readonly country_code: CountryCode
  readonly discount_type: 'fixed' | 'percentage'
  readonly discount: number
  readonly minimum_minor: number
  readonly maximum_minor: number | null
  readonly limit_per_user: number | null
  readonly limit_in_all: number | null
  readonly kinds: readonly CouponKind[] | null
  /** Car park ids. */
  readonly parks: readonly number[] | null
  readonly starts_at: Instant
  readonly ends_at: Instant
  readonly active: boolean
  readonly used: number
  readonly demo: boolean
}

export interface CouponKey {
  readonly country: string
  readonly code: string
}

const COLUMNS = `code, country_code, discount_type, discount, minimum_minor, maximum_minor, limit_per_user, limit_in_all, kinds, parks, starts_at, ends_at,
  active, used, demo`

/**
 * Includes expired and used-up coupons, so that the refusal can say so, but none that an operator ended. `lock`: until
 * the transaction ends.
 */
export async function findCoupon(
  db: Queryable,
  { country, code }: CouponKey,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<CouponRow | undefined> {
  const [row] = await db.query<CouponRow>(
    `select ${COLUMNS} from coupons where country_code = $1 and code = $2 and active${lock ? ' for update' : ''}`,
    [country, code],
  )
  return row
}

/** Includes coupons ended by an operator. Locked until the transaction ends. */
export async function lockAnyCoupon(tx: Queryable, { country, code }: CouponKey): Promise<CouponRow | undefined> {
  const [row] = await tx.query<CouponRow>(
    `select ${COLUMNS} from coupons where country_code = $1 and code = $2 for update`,
    [country, code],
  )
  return row
}

export const listCoupons = (db: Queryable): Promise<readonly CouponRow[]> =>
  db.query<CouponRow>(`select ${COLUMNS} from coupons order by country_code, code`)

/** Counts orders and bookings that use the coupon, except those that returned it. */
export async function countCouponUses(db: Queryable, userId: UserId, { country, code }: CouponKey): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count_coupon_uses($1, $2, $3) as count', [
    userId,
    country,
    code,
  ])
  return must(row, 'count').count
}

/**
 * `by`: 1 for a use, -1 for an order that is cancelled or rejected. Also applies to a coupon that an operator has ended
 * since.
 */
export const noteCouponUse = async (tx: Queryable, { country, code }: CouponKey, by: 1 | -1): Promise<void> => {
  await tx.query('update coupons set used = used + $3 where country_code = $1 and code = $2', [country, code, by])
}

/** Returns false when the code is taken. */
export async function insertCoupon(db: Queryable, coupon: Omit<CouponRow, 'active' | 'used'>): Promise<boolean> {
  const rows = await db.query(
    `insert into coupons (code, country_code, discount_type, discount, minimum_minor, maximum_minor, limit_per_user, limit_in_all, kinds,
                          parks, starts_at, ends_at, demo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning code`,
    [
      ...[coupon.code, coupon.country_code, coupon.discount_type, coupon.discount, coupon.minimum_minor],
      ...[coupon.maximum_minor, coupon.limit_per_user, coupon.limit_in_all, coupon.kinds, coupon.parks],
      ...[new Date(coupon.starts_at), new Date(coupon.ends_at), coupon.demo],
    ],
  )
  return rows.length > 0
}

/** Returns false when there is no such coupon. */
export async function endCoupon(db: Queryable, { country, code }: CouponKey): Promise<boolean> {
  const rows = await db.query(
    'update coupons set active = false where country_code = $1 and code = $2 returning code',
    [country, code],
  )
  return rows.length > 0
}
