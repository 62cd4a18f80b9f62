import type { SyncRows } from './rows.ts'

/** Stubs: the simulated provider plans no events, issues no coupons and opens no business accounts. */
export const eventRows: Pick<
  SyncRows,
  | 'findEvent'
  | 'keepEventBooking'
  | 'findCoupon'
  | 'findPayingCompany'
  | 'isCompanyPlate'
  | 'findProduct'
  | 'listPlanPeriods'
> = {
  findEvent: () => undefined,
  findCoupon: () => undefined,
  findPayingCompany: () => undefined,
  isCompanyPlate: () => true,
  findProduct: () => undefined,
  listPlanPeriods: () => [],
  keepEventBooking() {
    throw new Error('A booking of an event, where there are none')
  },
}
