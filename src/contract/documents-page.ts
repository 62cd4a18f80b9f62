/** What the page of vehicle documents reads at once. */
import * as v from 'valibot'
import { amount, countryCode, currency, single } from './common.ts'
import { renewalSchema, scanSchema, stepDays, vehicleDatesSchema } from './vehicle-documents.ts'

/** What renewing costs, minor units; VAT (thousandths of a percent) is inside `service`. `demo`: not the state's. */
export const documentFeesSchema = v.object({
  country_code: countryCode,
  currency,
  fees: v.object({ licence: amount, roadworthiness: amount, insurance: amount, hackney: amount }),
  service: amount,
  vat: v.number(),
  days: stepDays,
  demo: v.boolean(),
})
export type DocumentFeesWire = v.InferOutput<typeof documentFeesSchema>

/** Everything at once, for reading with no signal. `fees` is null where nothing can be renewed. */
export const documentsSchema = v.object({
  fees: v.nullable(documentFeesSchema),
  vehicles: v.array(vehicleDatesSchema),
  scans: v.array(scanSchema),
  renewals: v.array(renewalSchema),
})
export type Documents = v.InferOutput<typeof documentsSchema>
export const documentsSingle = single(documentsSchema)
