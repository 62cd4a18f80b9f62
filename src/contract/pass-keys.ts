import * as v from 'valibot'

const jwk = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })

/**
 * Key for signs: valid until withdrawn. A withdrawn key stays listed, so that its signs can be told from those of an
 * unknown key.
 */
const signKey = v.object({
  kid: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  jwk,
  withdrawn: v.boolean(),
})
export type SignKeyWire = v.InferOutput<typeof signKey>

/**
 * Public keys for passes; two are live during a rotation. Keys for car park signs come in the same answer: the phone
 * needs both for the same reason and on the same days, so one request is enough.
 */
export const passKeysSchema = v.object({
  keys: v.array(
    v.object({
      kid: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
      jwk,
    }),
  ),
  /** Providers that predate signs send none. */
  sign_keys: v.optional(v.array(signKey), []),
})
export type PassKeys = v.InferOutput<typeof passKeysSchema>

/** RFC 7517 requires `kid` to be a string. */
export const jwksSchema = v.object({
  keys: v.array(
    v.object({
      ...{ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), kid: v.string() },
      ...{ use: v.literal('sig'), alg: v.literal('ES256') },
    }),
  ),
})
