import type { SyncRows } from './rows.ts'

/** The simulated provider plans no events and issues no coupons. */
export const eventRows: Pick<SyncRows, 'findEvent' | 'keepEventBooking' | 'findCoupon'> = {
  findEvent: () => undefined,
  findCoupon: () => undefined,
  keepEventBooking() {
    throw new Error('A booking of an event, where there are none')
  },
}
