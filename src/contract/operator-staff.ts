/** Operator endpoints: attendants' phones. */
import * as v from 'valibot'
import { instantText, listOf, single } from './common.ts'
import { MAX_PARKS, parkCodeText } from './operator.ts'

const park = v.object({ code: v.string(), name: v.string() })

export const staffPhoneSchema = v.object({
  id: v.string(),
  name: v.nullable(v.string()),
  parks: v.array(park),
  paired_at: instantText,
  last_seen_at: instantText,
  revoked_at: v.nullable(instantText),
})
export type StaffPhone = v.InferOutput<typeof staffPhoneSchema>
export const staffPhoneSingle = single(staffPhoneSchema)
export const staffPhoneList = listOf(staffPhoneSchema)

export const staffPairingBody = v.pipe(
  v.strictObject({ parks: v.pipe(v.array(parkCodeText), v.minLength(1), v.maxLength(MAX_PARKS)) }),
  v.examples([{ parks: ['CAKQ2M7'] }]),
)

export const staffPairingSchema = v.object({
  /** Typed on the phone, or opened there as a link; pairs one phone. */
  code: v.string(),
  link: v.string(),
  expires_at: instantText,
  parks: v.array(park),
})
export type StaffPairing = v.InferOutput<typeof staffPairingSchema>
export const staffPairingSingle = single(staffPairingSchema)
