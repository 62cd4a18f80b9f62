import * as v from 'valibot'

const jwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })

/** Of a sign: it counts until it is withdrawn, and is listed even then, so that its signs are told from those of an unknown key. */
const signKey = v.object({
  kid: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  jwk,
  withdrawn: v.boolean(),
})
export type SignKeyWire = v.InferOutput<typeof signKey>

/**
 * Public halves of the keys that sign passes; two are live while one replaces the other. Those that sign the signs of car parks come in
 * the same answer: the phone keeps both for the same reason, asks for them on the same days, and pays for one trip.
 */
export const passKeysSchema = v.object({
  keys: v.array(
    v.object({
      kid: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
      jwk,
    }),
  ),
  /** A provider from before there were signs has none. */
  sign_keys: v.optional(v.array(signKey), []),
})
export type PassKeys = v.InferOutput<typeof passKeysSchema>

/** RFC 7517: `kid` is a text there. */
export const jwksSchema = v.object({
  keys: v.array(
    v.object({
      ...{ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), kid: v.string() },
      ...{ use: v.literal('sig'), alg: v.literal('ES256') },
    }),
  ),
})
