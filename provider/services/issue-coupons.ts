/** Operators issue and end coupons, from the command line and through the API. */
import type { OperatorCouponBody } from '../../src/contract/operator-shop.ts'
import { parseCouponCode, PARKING } from '../../src/domain/coupon.ts'
import { mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { type CouponKey, type CouponRow, endCoupon, insertCoupon, lockAnyCoupon } from '../repositories/coupons.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { findCurrencyTrouble, findParksOrAll, NOT_YOURS, type Offer } from './named-parks.ts'

/** The checks that need no database. */
function findTrouble({ body, within, nowMs }: Offer<OperatorCouponBody>): Objection | undefined {
  if (body.discount_type === 'percentage' && body.discount > 100) {
    return {
      code: 'coupon_over_hundred',
      fields: [{ field: 'discount', code: 'coupon_over_hundred' }],
      words: 'Discount less then or equal to 100',
    }
  }
  if (mustInstant(body.end_date) <= mustInstant(body.start_date)) {
    return objectTo('end_date', 'A coupon ends after it starts.')
  }
  if (mustInstant(body.end_date) <= nowMs) return objectTo('end_date', 'This end has passed.', 'in_past')
  const isForParking = body.kinds?.includes(PARKING) === true
  if (body.parks !== null && !isForParking) return objectTo('parks', 'parks are for coupons for parking.')
  // A coupon for goods would apply to every organisation's goods.
  if (within !== null && body.kinds?.some((kind) => kind !== PARKING) !== false) return NOT_YOURS
  return findCurrencyTrouble(body.country_code, body.currency)
}

export async function issueCoupon(
  tx: Queryable,
  offer: Offer<OperatorCouponBody>,
): Promise<Result<CouponRow, Objection>> {
  const { body, within } = offer
  const code = parseCouponCode(body.code)
  if (!code.ok) return err(objectTo('code', 'A code has 3 to 20 letters and digits.'))
  const trouble = findTrouble(offer)
  if (trouble !== undefined) return err(trouble)
  const { country_code: country } = body
  const parks = await findParksOrAll(tx, { country, codes: body.parks, within, field: 'parks' })
  if (!parks.ok) return parks
  const isNew = await insertCoupon(tx, {
    ...{ code: code.value, country_code: country, discount_type: body.discount_type, discount: body.discount },
    ...{ minimum_minor: body.minimum_order, maximum_minor: body.maximum_discount, demo: false },
    ...{ limit_per_user: body.limit_per_user, limit_in_all: body.limit_in_all, kinds: body.kinds },
    ...{ parks: parks.value, starts_at: mustInstant(body.start_date), ends_at: mustInstant(body.end_date) },
  })
  if (!isNew) return err(objectTo('code', `${country} has a coupon ${code.value} already.`, 'coupon_taken'))
  return ok(must(await lockAnyCoupon(tx, { country, code: code.value }), 'inserted coupon'))
}

/**
 * Ends a coupon: orders and bookings can no longer use it; ending it twice has no further effect. Another
 * organisation's coupon is refused as if it did not exist.
 */
export async function stopCoupon(
  tx: Queryable,
  { within, ...key }: CouponKey & { readonly within: Within },
): Promise<Result<{ readonly coupon: CouponRow; readonly isChanged: boolean }, Objection>> {
  const known = await lockAnyCoupon(tx, key)
  const isTheirs = known !== undefined && isWithin(within, known.parks) && (within === null || isForParkingAlone(known))
  if (!isTheirs) return err({ code: 'coupon_not_found', words: 'No coupon has this code there.' })
  if (known.active) await endCoupon(tx, key)
  return ok({ coupon: { ...known, active: false }, isChanged: known.active })
}

/** True for a coupon that a key limited to car parks may see and end. */
export const isForParkingAlone = ({ kinds }: Pick<CouponRow, 'kinds'>): boolean =>
  kinds !== null && kinds.every((kind) => kind === PARKING)
