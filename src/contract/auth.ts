import * as v from 'valibot'
import { EMAIL } from '../domain/email.ts'
import { countryCode, language, shortText, uuid } from './common.ts'

const email = v.pipe(v.string(), v.trim(), v.regex(EMAIL))
/** Kept as E.164 once it is read; empty counts as none. */
const phone = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(32)))
/** Long enough for any manager's password, short enough that hashing it is no attack. */
const password = v.pipe(v.string(), v.minLength(8), v.maxLength(256))

export const userSchema = v.object({
  user_id: uuid,
  email: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  phone: v.nullable(v.string()),
  country_id: v.number(),
  country: v.object({ code: countryCode }),
  language,
  email_verified: v.boolean(),
})
export type User = v.InferOutput<typeof userSchema>

export const registerBody = v.object({
  email,
  password,
  first_name: shortText,
  last_name: shortText,
  phone: v.optional(phone),
  country_code: countryCode,
  language: v.optional(language, 'en'),
})
export type RegisterBody = v.InferInput<typeof registerBody>

export const loginBody = v.object({
  identifier: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(256)),
})
export const verifyEmailBody = v.object({ email, code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)) })
export const emailBody = v.object({ email })
export const refreshBody = v.object({ refresh_token: v.pipe(v.string(), v.minLength(1), v.maxLength(512)) })
export const resetPasswordBody = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(512)), password })

export const registered = v.object({ data: v.object({ user_id: uuid, email: v.string() }) })
export const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  user: userSchema,
})
export type SessionWire = v.InferOutput<typeof sessionSchema>
/** The specification's verify answer names the access token `token`. */
export const verifiedSchema = v.object({
  token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  user: userSchema,
})

export const profileSingle = v.object({ data: userSchema })
export const profilePatch = v.partial(
  v.object({
    first_name: shortText,
    last_name: shortText,
    phone,
    country_code: countryCode,
    language,
  }),
)
export type ProfilePatch = v.InferInput<typeof profilePatch>
