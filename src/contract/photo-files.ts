/** Photos as the provider serves them, and as phones send them. */
import * as v from 'valibot'
import { PROBLEM_PHOTO_MAX_BYTES } from '../domain/park-problem.ts'
import { uuid } from './common.ts'

const url = v.pipe(v.string(), v.regex(/^\/photos\//))

export const photoFilesSchema = v.object({
  photo_id: uuid,
  /** Size of the largest file, in pixels. */
  width: v.number(),
  height: v.number(),
  /** WebP, narrowest first; the content at `url` is immutable. */
  files: v.pipe(v.array(v.object({ url, width: v.number() })), v.minLength(1)),
})
export type PhotoFiles = v.InferOutput<typeof photoFilesSchema>

/** A JPEG in a JSON body. Base64 takes four characters for three bytes. */
export const smallPhoto = v.pipe(v.string(), v.maxLength(Math.ceil(PROBLEM_PHOTO_MAX_BYTES / 3) * 4), v.base64())
