import * as v from 'valibot'
import { isTold, PARK_PROBLEMS, PROBLEM_TEXT_MAX } from '../domain/park-problem.ts'
import { instantText, plainText, single, uuid } from './common.ts'

/** `text` may be left out but for `other`, which says nothing without it. */
export const parkProblemBody = v.pipe(
  v.object({
    kind: v.picklist(PARK_PROBLEMS),
    text: v.optional(v.nullable(v.pipe(plainText, v.maxLength(PROBLEM_TEXT_MAX))), null),
  }),
  v.transform(({ kind, text }) => ({ kind, text: text === '' ? null : text })),
  v.forward(
    v.check(({ kind, text }) => isTold(kind, text), 'a description'),
    ['text'],
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
