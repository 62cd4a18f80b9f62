import type { SyncRows } from './rows.ts'

/** The simulated provider plans no events and issues no coupons. */
export const eventRows: Pick<
  SyncRows,
  'findEvent' | 'keepEventBooking' | 'findCoupon' | 'findProduct' | 'listPlanPeriods'
> = {
  findEvent: () => undefined,
  findCoupon: () => undefined,
  findProduct: () => undefined,
  listPlanPeriods: () => [],
  keepEventBooking() {
    throw new Error('A booking of an event, where there are none')
  },
}
