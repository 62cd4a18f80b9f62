import * as v from 'valibot'
import { type Block, SAFE_HREF, type Span } from '../domain/article.ts'
import { dateText, language, listOf, single } from './common.ts'

const spanSchema: v.GenericSchema<Span> = v.variant('kind', [
  v.object({ kind: v.picklist(['text', 'strong', 'em', 'code']), text: v.string() }),
  v.object({ kind: v.literal('link'), text: v.string(), href: v.pipe(v.string(), v.regex(SAFE_HREF)) }),
])

const blockSchema: v.GenericSchema<Block> = v.variant('kind', [
  v.object({ kind: v.literal('heading'), id: v.string(), text: v.string() }),
  v.object({ kind: v.picklist(['paragraph', 'note']), spans: v.array(spanSchema) }),
  v.object({ kind: v.picklist(['list', 'steps']), items: v.array(v.array(spanSchema)) }),
  v.object({
    kind: v.literal('picture'),
    /** A path on the provider. */
    src: v.pipe(v.string(), v.regex(/^\/api\/v1\/blog\/pictures\/[\w-]+\.svg$/)),
    alt: v.string(),
    width: v.pipe(v.number(), v.integer(), v.minValue(1)),
    height: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
])
/** A blog post in the requested language. */
export const postSchema = v.object({
  id: v.number(),
  /** A date without a time zone, `2026-11-20`. */
  published_on: dateText,
  language,
  title: v.string(),
  summary: v.string(),
  /** Reading time. */
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  blocks: v.array(blockSchema),
})
export type Post = v.InferOutput<typeof postSchema>
export const postList = listOf(postSchema)
export const postSingle = single(postSchema)
