/** Operator endpoints: spaces that people offer to rent out. */
import * as v from 'valibot'
import { instantText, listOf, pageQuery, single, uuid } from './common.ts'
import { operatorText } from './operator.ts'
import { offerSchema } from './space-offers.ts'

export const REQUEST_STATUSES = ['open', 'approved', 'refused'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export const spaceRequestSchema = v.object({
  request_id: v.string(),
  topic: v.picklist(['charger', 'space']),
  status: v.picklist(REQUEST_STATUSES),
  name: v.string(),
  email: v.string(),
  text: v.string(),
  offer: offerSchema,
  reason: v.nullable(v.string()),
  /** Code of the car park created from the request. */
  park_code: v.nullable(v.string()),
  created_at: instantText,
  decided_at: v.nullable(instantText),
})
export type SpaceRequestWire = v.InferOutput<typeof spaceRequestSchema>
export const spaceRequestSingle = single(spaceRequestSchema)
export const spaceRequestList = listOf(spaceRequestSchema)

export const spaceRequestQuery = v.object({ ...pageQuery, status: v.optional(v.picklist(REQUEST_STATUSES), 'open') })
export const requestParam = v.object({ id: uuid })

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))

/** `lat` and `lng`: the position, if the request has none or a wrong one. The reason is emailed to the applicant. */
export const decideRequestBody = v.pipe(
  v.variant('status', [
    v.strictObject({
      status: v.literal('approved'),
      position: v.optional(v.nullable(v.strictObject({ lat: degrees(90), lng: degrees(180) })), null),
    }),
    v.strictObject({ status: v.literal('refused'), reason: operatorText(500) }),
  ]),
  v.examples([
    { status: 'approved', position: { lat: 43.6452, lng: -79.3806 } },
    { status: 'refused', reason: 'The street is closed to cars.' },
  ]),
)
export type DecideRequest = v.InferOutput<typeof decideRequestBody>
