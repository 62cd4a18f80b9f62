import * as v from 'valibot'
import { instantText, listUpTo, shortText, single } from './common.ts'

/** Base64url, the JSON form of bytes in WebAuthn. */
const base64url = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(16_384))
const credentialId = v.pipe(base64url, v.maxLength(1_400))

/**
 * Options for the browser's WebAuthn call, passed through unchanged:
 * https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON.
 */
export const passkeyOptions = single(v.looseObject({ challenge: base64url }))
export type PasskeyOptions = v.InferOutput<typeof passkeyOptions>['data']
export const passkeyCreation = single(
  v.looseObject({
    challenge: base64url,
    rp: v.looseObject({ name: v.string() }),
    user: v.looseObject({ id: base64url, name: v.string(), displayName: v.string() }),
    pubKeyCredParams: v.array(v.looseObject({ type: v.literal('public-key'), alg: v.number() })),
  }),
)
export type PasskeyCreation = v.InferOutput<typeof passkeyCreation>['data']

/** The driver's password, required when the session's sign-in is more than a few minutes old. */
export const passkeyOwnerBody = v.object({ password: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256))) })
export type PasskeyOwnerBody = v.InferInput<typeof passkeyOwnerBody>

/** Extensions and the authenticator's attachment are ignored. */
const credential = { id: credentialId, rawId: credentialId, type: v.literal('public-key') }

const transports = listUpTo(v.pipe(v.string(), v.maxLength(32)), 8)

/** The authenticator's response to a registration. */
export const passkeyBody = v.object({
  name: shortText,
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: v.optional(transports, []),
    }),
  }),
})
export type PasskeyBody = v.InferInput<typeof passkeyBody>
/** As parsed by the provider. */
export type PasskeyCreated = v.InferOutput<typeof passkeyBody>['response']

/** The authenticator's response to a sign-in. */
export const passkeyLoginBody = v.object({
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: v.optional(v.nullable(base64url)),
    }),
  }),
})
export type PasskeyLoginBody = v.InferInput<typeof passkeyLoginBody>
export type PasskeyAsserted = v.InferOutput<typeof passkeyLoginBody>['response']

export const passkey = v.object({
  passkey_id: v.string(),
  name: v.string(),
  created_at: instantText,
  last_used_at: v.nullable(instantText),
})
export type Passkey = v.InferOutput<typeof passkey>

export const passkeySingle = single(passkey)
export const passkeyList = single(v.array(passkey))
