/** Operators' endpoints: one day at a car park. No answer names a driver beyond plate and booking code. */
import * as v from 'valibot'
import { PARK_PROBLEMS } from '../domain/park-problem.ts'
import { dateText, instantText, single } from './common.ts'

export const dayQuery = v.object({
  /** Of the car park's zone; not given: today. */
  date: v.optional(dateText),
})

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A car by its plate and its booking's code. */
const stayOfDay = v.object({ plate: v.string(), code: v.string(), from: instantText, until: instantText })

export const daySchema = v.object({
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string(), capacity: v.nullable(count) }),
  date: dateText,
  /** When it was counted. */
  at: instantText,
  /** Spaces that bookings take at the fullest moment of each hour; hours that are not over are expected. */
  hours: v.array(v.object({ at: instantText, taken: count })),
  taken_now: count,
  /** Stays that begin on this day, the first that have not come first. */
  arrivals: v.object({
    total: count,
    /** Let in by an attendant. */
    arrived: count,
    next_hour: count,
    list: v.array(v.object({ ...stayOfDay.entries, state: v.picklist(['expected', 'late', 'inside', 'left']) })),
  }),
  /** What attendants recorded. */
  check_ins: v.object({ in: count, out: count, refused: count, flagged: count }),
  /** Cars that were let in and not out, after end and grace; those that paid for it until later are not. */
  overstays: v.object({ total: count, list: v.array(stayOfDay) }),
  /** What drivers reported; texts as they wrote them. */
  reports: v.object({
    total: count,
    list: v.array(v.object({ kind: v.picklist(PARK_PROBLEMS), text: v.nullable(v.string()), at: instantText })),
  }),
})
export type OperatorDay = v.InferOutput<typeof daySchema>
export const daySingle = single(daySchema)
