import * as v from 'valibot'
import { problem, single } from './common.ts'

/** An Idempotency-Key: 1 to 128 visible ASCII characters. */
const keyText = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/))

export const requestParam = v.object({ key: keyText })

/**
 * What became of a request of the driver's own, by its key. Somebody else's key is `unknown`, as one that never arrived.
 * `done`: the status and body that the request was answered with (`answer` is null after a 204).
 * `withdrawn`: it was refused, in the words of `refusal`, or the driver gave it up before it had an effect; it will never have one.
 */
const unknownRequest = v.object({ key: keyText, state: v.literal('unknown') })
const requestInProgress = v.object({ key: keyText, state: v.literal('in_progress') })
const withdrawnRequest = v.object({ key: keyText, state: v.literal('withdrawn'), refusal: v.optional(problem) })
const doneRequest = v.object({ key: keyText, state: v.literal('done'), status: v.number(), answer: v.unknown() })

export const requestSingle = single(
  v.variant('state', [unknownRequest, requestInProgress, withdrawnRequest, doneRequest]),
)
export type RequestFate = v.InferOutput<typeof requestSingle>['data']

/** After a request was given up: it is withdrawn, or had been done already. */
export const givenUpSingle = single(v.variant('state', [withdrawnRequest, doneRequest]))
