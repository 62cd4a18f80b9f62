import * as v from 'valibot'

/** Public halves of the keys that sign passes; two are live while one replaces the other. */
export const passKeysSchema = v.object({
  keys: v.array(
    v.object({
      kid: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
      jwk: v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() }),
    }),
  ),
})
export type PassKeys = v.InferOutput<typeof passKeysSchema>
