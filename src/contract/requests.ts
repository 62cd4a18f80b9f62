import * as v from 'valibot'
import { problem, single } from './common.ts'

/** An Idempotency-Key: 1 to 128 visible ASCII characters. */
const keyText = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/))

export const requestParam = v.object({ key: keyText })

/**
 * State of a driver's own request, by its key. Another driver's key is `unknown`, like one that never arrived. `done`:
 * the status and body of the answer (`answer` is null after a 204). `withdrawn`: refused, with the reason in `refusal`,
 * or given up by the driver before taking effect; it never will take effect.
 */
const unknownRequest = v.object({ key: keyText, state: v.literal('unknown') })
const requestInProgress = v.object({ key: keyText, state: v.literal('in_progress') })
const withdrawnRequest = v.object({ key: keyText, state: v.literal('withdrawn'), refusal: v.optional(problem) })
const doneRequest = v.object({ key: keyText, state: v.literal('done'), status: v.number(), answer: v.unknown() })

export const requestSingle = single(
  v.variant('state', [unknownRequest, requestInProgress, withdrawnRequest, doneRequest]),
)
export type RequestFate = v.InferOutput<typeof requestSingle>['data']

/** Answer to giving a request up: withdrawn, or already done. */
export const givenUpSingle = single(v.variant('state', [withdrawnRequest, doneRequest]))
