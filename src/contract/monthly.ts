/** Monthly passes: what a product says of them, and what a booking that is one says. */
import * as v from 'valibot'
import { PASS_KINDS } from '../domain/monthly-pass.ts'
import { bothLanguages, vehicleTypeId } from './common.ts'
import { dailyWindowSchema } from './tariff.ts'

/** Of the car park's local days. */
export const localDay = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))

/** When it holds; empty: at any time. */
export const passHours = v.array(dailyWindowSchema)

/** What a product that is a monthly pass has of its own. */
export const productPassSchema = v.object({
  park_id: v.number(),
  timezone: v.string(),
  hours: passHours,
  /** Null: any. */
  vehicle_types: v.nullable(v.array(vehicleTypeId)),
  /** So many drivers have one at the same time. */
  at_once: v.number(),
})

/** As it was sold. */
export const bookedPassSchema = v.object({
  product_id: v.number(),
  kind: v.picklist(PASS_KINDS),
  names: bothLanguages,
  hours: passHours,
  first_day: localDay,
  /** It holds on this day too. */
  last_day: localDay,
})
export type BookedPass = v.InferOutput<typeof bookedPassSchema>
