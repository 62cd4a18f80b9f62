import * as v from 'valibot'

const envSchema = v.object({
  /** Path or address of the provider's API, with its version. */
  VITE_API_BASE: v.optional(v.pipe(v.string(), v.regex(/^(\/|https?:\/\/).*[^/]$/)), '/api/v1'),
})

/** Checked at start: a release built with a malformed setting stops here, not at the first request. Run without a build: the defaults. */
export const env = v.parse(envSchema, import.meta.env ?? {})
