import * as v from 'valibot'
import { dateText, language, listOf, single } from './common.ts'

/** A post of the blog, in the language that was asked for. Paragraphs are plain text. */
export const postSchema = v.object({
  id: v.number(),
  /** A day without a zone, `2026-11-20`. */
  published_on: dateText,
  language,
  title: v.string(),
  summary: v.string(),
  paragraphs: v.array(v.string()),
})
export type Post = v.InferOutput<typeof postSchema>
export const postList = listOf(postSchema)
export const postSingle = single(postSchema)
