/** Operator endpoints: one day at a car park. Answers identify drivers by plate and booking code only. */
import * as v from 'valibot'
import { PARK_PROBLEMS } from '../domain/park-problem.ts'
import { dateText, instantText, single } from './common.ts'

export const dayQuery = v.object({
  /** In the car park's time zone; default: today. */
  date: v.optional(dateText),
})

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A car by its plate and its booking's code. */
const stayOfDay = v.object({ plate: v.string(), code: v.string(), from: instantText, until: instantText })

/** `unseen`: the stay is over, and no attendant let the car in or out. */
const ARRIVAL_STATES = ['expected', 'late', 'inside', 'left', 'unseen'] as const

export const daySchema = v.object({
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string(), capacity: v.nullable(count) }),
  date: dateText,
  /** Time of counting. */
  at: instantText,
  /** Spaces taken by bookings at the peak of each hour; values of the current and later hours are expected ones. */
  hours: v.array(v.object({ at: instantText, taken: count })),
  taken_now: count,
  /** Stays that begin on this day; those not arrived yet come first, by time. */
  arrivals: v.object({
    total: count,
    /** Admitted by an attendant. */
    arrived: count,
    next_hour: count,
    list: v.array(v.object({ ...stayOfDay.entries, state: v.picklist(ARRIVAL_STATES) })),
  }),
  /** Entries and exits recorded by attendants. */
  check_ins: v.object({ in: count, out: count, refused: count, flagged: count }),
  /** Cars admitted and not yet out after end and grace, except those that paid for a later end. */
  overstays: v.object({ total: count, list: v.array(stayOfDay) }),
  /** Drivers' reports, with texts as written. */
  reports: v.object({
    total: count,
    list: v.array(v.object({ kind: v.picklist(PARK_PROBLEMS), text: v.nullable(v.string()), at: instantText })),
  }),
})
export type OperatorDay = v.InferOutput<typeof daySchema>
export const daySingle = single(daySchema)
