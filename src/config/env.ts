import * as v from 'valibot'
import { USUAL_API_BASE } from './api-base.ts'

const envSchema = v.object({
  /** Path or address of the provider's API, with its version. */
  VITE_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(\/|https?:\/\/).*[^/]$/)), USUAL_API_BASE),
  /** Kinds of errors that are not reported, with commas between: an error's name, or how its message begins. */
  VITE_NOISY_ERRORS: v.pipe(
    v.optional(v.string(), 'ResizeObserver loop,ChunkLoadError'),
    v.transform((text) => text.split(',').flatMap((kind) => (kind.trim() === '' ? [] : [kind.trim()]))),
  ),
})

/** Checked at start: a release built with a malformed setting stops here, not at the first request. Run without a build: the defaults. */
export const env = v.parse(envSchema, import.meta.env ?? {})
