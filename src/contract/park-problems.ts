import * as v from 'valibot'
import { isNoSpace, isTold, PARK_PROBLEMS, PROBLEM_TEXT_MAX } from '../domain/park-problem.ts'
import { instantText, plainText, single, uuid } from './common.ts'
import { smallPhoto } from './photo-files.ts'

/**
 * `text` is optional except for `other`, which is meaningless without it. `full` and `place_taken` need a booking of
 * the driver's. `photo`: a JPEG.
 */
export const parkProblemBody = v.pipe(
  v.object({
    kind: v.picklist(PARK_PROBLEMS),
    text: v.optional(v.nullable(v.pipe(plainText, v.maxLength(PROBLEM_TEXT_MAX))), null),
    booking_id: v.optional(uuid),
    photo: v.optional(smallPhoto),
  }),
  v.transform(({ text, ...told }) => ({ ...told, text: text === '' ? null : text })),
  v.forward(
    v.check(({ kind, text }) => isTold(kind, text), 'a description'),
    ['text'],
  ),
  v.forward(
    v.check(({ kind, booking_id: booking }) => isNoSpace(kind) === (booking !== undefined), 'a booking'),
    ['booking_id'],
  ),
)
export type ParkProblemBody = v.InferInput<typeof parkProblemBody>

export const parkProblemSchema = v.object({
  problem_id: uuid,
  park_id: v.number(),
  kind: v.picklist(PARK_PROBLEMS),
  text: v.nullable(v.string()),
  created_at: instantText,
})
export type ParkProblemWire = v.InferOutput<typeof parkProblemSchema>
export const parkProblemSingle = single(parkProblemSchema)
