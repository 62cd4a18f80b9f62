import * as v from 'valibot'
import { instantText, single } from './common.ts'

const percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))

/**
 * How full a park usually is, from its bookings of the last `weeks` weeks: per cent of its spaces, by weekday (Sunday first) and hour of the
 * park's own clock. An hour in which too few drivers parked is null; `hours` is null where there are too few bookings altogether.
 */
export const typicalHoursSchema = v.object({
  park_id: v.number(),
  as_of: instantText,
  weeks: v.number(),
  hours: v.nullable(v.pipe(v.array(v.pipe(v.array(v.nullable(percent)), v.length(24))), v.length(7))),
})
export type TypicalHours = v.InferOutput<typeof typicalHoursSchema>
export const typicalHoursSingle = single(typicalHoursSchema)
