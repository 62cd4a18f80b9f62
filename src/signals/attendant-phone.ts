import { observable } from '../lib/observable.ts'

/** Whether this phone is an attendant's; null until known. */
export const isAttendantPhone = observable<boolean | null>(null)
