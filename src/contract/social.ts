import * as v from 'valibot'
import { sessionSchema } from './auth.ts'
import { countryCode } from './common.ts'

const socialProvider = v.picklist(['google', 'apple'])
export type SocialProvider = v.InferOutput<typeof socialProvider>

const textOrNull = (maximum: number) => v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(maximum)))

/** Only `id_token` is trusted; identity and email address are read from it. */
export const socialLoginBody = v.object({
  email: textOrNull(254),
  name: textOrNull(240),
  photo_url: textOrNull(2_048),
  firebase_uid: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  provider: socialProvider,
  id_token: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)),
  /** For a new account; defaults to the provider's guess. */
  country_code: v.optional(countryCode),
})
export type SocialLoginBody = v.InferInput<typeof socialLoginBody>

export const socialSessionSchema = v.object({ ...sessionSchema.entries, is_new_user: v.boolean() })
export type SocialSessionWire = v.InferOutput<typeof socialSessionSchema>

/** Client settings for the identity service, none of them secret. Null when social sign-in is not set up. */
export const socialConfigSingle = v.object({
  data: v.nullable(
    v.object({
      project_id: v.string(),
      api_key: v.string(),
      auth_domain: v.string(),
      /** Origin of the service's emulator, in tests. */
      emulator_url: v.nullable(v.string()),
    }),
  ),
})
export type SocialConfigWire = NonNullable<v.InferOutput<typeof socialConfigSingle>['data']>
