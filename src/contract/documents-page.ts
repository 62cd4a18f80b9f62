/** Everything that the vehicle documents page loads in one request. */
import * as v from 'valibot'
import { amount, countryCode, currency, single } from './common.ts'
import { renewalSchema, scanSchema, stepDays, vehicleDatesSchema } from './vehicle-documents.ts'

/**
 * Renewal fees in minor units; `service` includes VAT (in thousandths of a percent). `demo`: not the state's real fees.
 */
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

/** The complete answer, so the page can be read without signal. `fees` is null where nothing can be renewed. */
export const documentsSchema = v.object({
  fees: v.nullable(documentFeesSchema),
  vehicles: v.array(vehicleDatesSchema),
  scans: v.array(scanSchema),
  renewals: v.array(renewalSchema),
})
export type Documents = v.InferOutput<typeof documentsSchema>
export const documentsSingle = single(documentsSchema)
