/** Operators' endpoints: how early a car park lets cars in before a booking, and how late out after it. */
import * as v from 'valibot'
import { LONGEST_LEEWAY_MINUTES } from '../domain/booking.ts'
import { single } from './common.ts'
import { wholeFrom } from './operator.ts'

/** Null: as at every car park that sets nothing. */
const ownMinutes = v.nullable(wholeFrom(0, LONGEST_LEEWAY_MINUTES))
const own = { arrival_minutes: ownMinutes, grace_minutes: ownMinutes }

/** `seen`: what the car park had set when the operator decided; if it is something else now, 409 version_conflict says what. */
export const leewayBody = v.pipe(
  v.strictObject({ ...own, seen: v.strictObject(own) }),
  v.examples([{ arrival_minutes: 30, grace_minutes: 20, seen: { arrival_minutes: null, grace_minutes: null } }]),
)
export type LeewayBody = v.InferOutput<typeof leewayBody>

export const parkLeewaySchema = v.object({
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string() }),
  arrival_minutes: v.nullable(v.number()),
  grace_minutes: v.nullable(v.number()),
  /** What holds where the car park sets nothing. */
  usual: v.object({ arrival_minutes: v.number(), grace_minutes: v.number() }),
})
export type ParkLeewayWire = v.InferOutput<typeof parkLeewaySchema>
export const parkLeewaySingle = single(parkLeewaySchema)
