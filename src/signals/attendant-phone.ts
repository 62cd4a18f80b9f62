import { observable } from '../lib/observable.ts'

/** Whether this phone is an attendant's; null until somebody knows. */
export const isAttendantPhone = observable<boolean | null>(null)
