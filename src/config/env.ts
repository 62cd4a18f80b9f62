import * as v from 'valibot'
import { USUAL_API_BASE } from './api-base.ts'

const envSchema = v.object({
  /** Path or URL of the provider's API, including its version. */
  VITE_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(\/|https?:\/\/).*[^/]$/)), USUAL_API_BASE),
  /** Errors that are not reported, comma-separated: an error name, or the beginning of a message. */
  VITE_NOISY_ERRORS: v.pipe(
    v.optional(v.string(), 'ResizeObserver loop,ChunkLoadError'),
    v.transform((text) => text.split(',').flatMap((kind) => (kind.trim() === '' ? [] : [kind.trim()]))),
  ),
})

/**
 * Validated at start-up, so a release with a malformed setting fails at once and not at its first request. Outside a
 * build, the defaults apply.
 */
export const env = v.parse(envSchema, import.meta.env ?? {})
