/** Operator endpoints: how early before a booking a car park admits cars, and how late after it they may leave. */
import * as v from 'valibot'
import { MAX_LEEWAY_MINUTES } from '../domain/booking.ts'
import { single } from './common.ts'
import { wholeFrom } from './operator.ts'

/** Null: the default of all car parks. */
const ownMinutes = v.nullable(wholeFrom(0, MAX_LEEWAY_MINUTES))
const own = { arrival_minutes: ownMinutes, grace_minutes: ownMinutes }

/**
 * `seen`: the car park's values when the operator decided; if they have changed, 409 version_conflict carries the
 * current ones.
 */
export const leewayBody = v.pipe(
  v.strictObject({ ...own, seen: v.strictObject(own) }),
  v.examples([{ arrival_minutes: 30, grace_minutes: 20, seen: { arrival_minutes: null, grace_minutes: null } }]),
)
export type LeewayBody = v.InferOutput<typeof leewayBody>

export const parkLeewaySchema = v.object({
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string() }),
  arrival_minutes: v.nullable(v.number()),
  grace_minutes: v.nullable(v.number()),
  /** Defaults for car parks that set nothing. */
  usual: v.object({ arrival_minutes: v.number(), grace_minutes: v.number() }),
})
export type ParkLeewayWire = v.InferOutput<typeof parkLeewaySchema>
export const parkLeewaySingle = single(parkLeewaySchema)
