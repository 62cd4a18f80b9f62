import * as v from 'valibot'
import { instantText, single } from './common.ts'

const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))

/**
 * Typical occupancy of a park from its bookings of the last `weeks` weeks: percent of its spaces, by weekday (Sunday
 * first) and hour of the park's local time. An hour with too few drivers is null; `hours` is null when there are too
 * few bookings in total.
 */
export const typicalHoursSchema = v.object({
  park_id: v.number(),
  as_of: instantText,
  weeks: v.number(),
  hours: v.nullable(v.pipe(v.array(v.pipe(v.array(v.nullable(percent)), v.length(24))), v.length(7))),
})
export type TypicalHours = v.InferOutput<typeof typicalHoursSchema>
export const typicalHoursSingle = single(typicalHoursSchema)
