/** Papers of vehicles, and their renewal. */
import * as v from 'valibot'
import { DOCUMENT_KINDS, RENEWAL_STAGES } from '../domain/document-kinds.ts'
import { amount, countryCode, currency, dateText, instantText, listUpTo, single, uuid } from './common.ts'

const kind = v.picklist(DOCUMENT_KINDS)
const expiry = v.nullable(dateText)
const dates = v.object({ licence: expiry, roadworthiness: expiry, insurance: expiry, hackney: expiry })
export const stepDays = v.object({ checked: v.number(), at_office: v.number(), done: v.number() })

/** When a vehicle's papers expire, as its driver wrote it. `commercial`: it needs a hackney permit. */
export const vehicleDatesSchema = v.object({
  vehicle_id: uuid,
  commercial: v.boolean(),
  dates,
  version: v.number(),
})
export type VehicleDates = v.InferOutput<typeof vehicleDatesSchema>
export const vehicleDatesSingle = single(vehicleDatesSchema)

/** A picture of a document that waits for its renewal. */
export const scanSchema = v.object({
  scan_id: uuid,
  vehicle_id: uuid,
  kind,
  bytes: v.number(),
  created_at: instantText,
})
export type ScanWire = v.InferOutput<typeof scanSchema>
export const scanSingle = single(scanSchema)

export const renewalSchema = v.object({
  renewal_id: uuid,
  /** `VD-` and eight Crockford characters. */
  code: v.string(),
  draft_id: uuid,
  vehicle_id: uuid,
  plate: v.string(),
  country_code: countryCode,
  currency,
  lines: v.array(v.object({ kind, amount })),
  service: amount,
  vat: amount,
  total: amount,
  refunded: amount,
  stage: v.picklist(RENEWAL_STAGES),
  /** An operator's words, of one that is rejected. */
  reason: v.nullable(v.string()),
  history: v.array(v.object({ stage: v.picklist(RENEWAL_STAGES), at: instantText })),
  days: stepDays,
  receipt_number: v.nullable(v.string()),
  demo: v.boolean(),
  version: v.number(),
  created_at: instantText,
})
export type Renewal = v.InferOutput<typeof renewalSchema>
export const renewalSingle = single(renewalSchema)

export const vehicleDatesBody = v.object({ commercial: v.boolean(), dates })
export type VehicleDatesBody = v.InferOutput<typeof vehicleDatesBody>

/** POST /vehicle-documents/scans, with the picture as the body. `scan_id` is the phone's: the same again is the same scan. */
export const scanQuery = v.object({ scan_id: uuid, vehicle_id: uuid, kind })
export type ScanQuery = v.InferOutput<typeof scanQuery>

/** POST /vehicle-documents/renewals pays from the wallet. `draft_id` is the phone's: a draft is paid once, whatever the keys of its requests. */
export const renewalBody = v.object({
  draft_id: uuid,
  vehicle_id: uuid,
  kinds: v.pipe(
    listUpTo(kind, DOCUMENT_KINDS.length),
    v.minLength(1),
    v.check((kinds) => new Set(kinds).size === kinds.length, 'a document is named twice'),
  ),
  /** What the driver saw, minor units. */
  quoted_total: amount,
})
export type RenewalBody = v.InferOutput<typeof renewalBody>

export const renewalReceiptSchema = v.object({
  number: v.string(),
  issued_at: instantText,
  kind: v.literal('document'),
  renewal: renewalSchema,
  timezone: v.string(),
  customer: v.object({ name: v.string(), email: v.string() }),
})
export type RenewalReceipt = v.InferOutput<typeof renewalReceiptSchema>
