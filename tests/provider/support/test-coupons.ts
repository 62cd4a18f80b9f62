import type { Booking } from '../../../src/contract/bookings.ts'
import { must } from '../../../src/lib/assert.ts'
import { type CouponRow, findCoupon } from '../../../provider/repositories/coupons.ts'
import { mustBook, postBooking, type TestDriver, type TestStay } from './test-driver.ts'
import { issue } from './test-marketplace.ts'
import type { TestProvider } from './test-provider.ts'

/** A stay booked with a coupon; `total` is the price shown for it. */
export interface CouponStay extends Partial<TestStay> {
  readonly code: string
  readonly total: number
  readonly as?: TestDriver
  readonly key?: string
}

export interface CouponScene {
  readonly provider: TestProvider
  readonly driver: TestDriver
  readonly parkId: number
}

/** The steps of a test with parking coupons; each uses the scene at the time of the call. */
export function couponSteps(scene: () => CouponScene) {
  const toStay = ({ code, total, changes, ...stay }: CouponStay): TestStay => ({
    ...{ parkId: scene().parkId, ...stay },
    changes: { promo_code: code, quoted_total: total, ...changes },
  })
  return {
    /** Issues ten percent off parking in Canada, with `changes`. Returns the code. */
    promo: (changes: Partial<CouponRow> = {}): Promise<string> =>
      issue(scene().provider, { kinds: ['parking'], ...changes }),
    usesOf: async (code: string): Promise<number> =>
      must(await findCoupon(scene().provider.deps.db, { country: 'CA', code }), 'coupon').used,
    bookWith: ({ as = scene().driver, key, ...wish }: CouponStay): Promise<Response> =>
      postBooking(scene().provider, as, { ...toStay(wish), ...(key === undefined ? {} : { key }) }),
    mustBookWith: ({ as = scene().driver, ...wish }: CouponStay): Promise<Booking> =>
      mustBook(scene().provider, as, toStay(wish)),
  }
}
