/** Monthly passes: their fields in a product and in a booking. */
import * as v from 'valibot'
import { PASS_KINDS } from '../domain/monthly-pass.ts'
import { bothLanguages, vehicleTypeId } from './common.ts'
import { dailyWindowSchema } from './tariff.ts'

/** Local day of the car park. */
export const localDay = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))

/** Hours in which the pass is valid; empty: at any time. */
export const passHours = v.array(dailyWindowSchema)

/** Fields of a product that is a monthly pass. */
export const productPassSchema = v.object({
  park_id: v.number(),
  timezone: v.string(),
  hours: passHours,
  /** Null: any. */
  vehicle_types: v.nullable(v.array(vehicleTypeId)),
  /** Maximum number of drivers who hold the pass at the same time. */
  at_once: v.number(),
})

/** The pass as sold. */
export const bookedPassSchema = v.object({
  product_id: v.number(),
  kind: v.picklist(PASS_KINDS),
  names: bothLanguages,
  hours: passHours,
  first_day: localDay,
  /** Inclusive. */
  last_day: localDay,
})
export type BookedPass = v.InferOutput<typeof bookedPassSchema>
