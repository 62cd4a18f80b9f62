import type { SyncRows } from './rows.ts'

/** The simulated provider plans no events. */
export const eventRows: Pick<SyncRows, 'findEvent' | 'keepEventBooking'> = {
  findEvent: () => undefined,
  keepEventBooking() {
    throw new Error('A booking of an event, where there are none')
  },
}
