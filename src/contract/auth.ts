import * as v from 'valibot'
import { EMAIL } from '../domain/email.ts'
import { countryCode, language, shortText, uuid } from './common.ts'

const email = v.pipe(v.string(), v.trim(), v.regex(EMAIL))
/** Stored as E.164 after parsing; an empty string counts as null. */
const phone = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(32)))
/** Long enough for any password manager, short enough that hashing it cannot be abused. */
export const newPassword = v.pipe(v.string(), v.minLength(8), v.maxLength(256))

/** Emails that a driver may turn off: bookings and expiring documents. Receipts are always sent. */
const mailKind = v.picklist(['booking', 'change', 'cancellation', 'document'])
export type MailKind = v.InferOutput<typeof mailKind>
export type BookingMailKind = Exclude<MailKind, 'document'>
const mailOff = v.pipe(v.array(mailKind), v.maxLength(4))

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
  /** Absent in rows stored by earlier releases. */
  mail_off: v.exactOptional(mailOff),
  /**
   * True for a driver who booked without an account: `email` is then only a contact, and empty if they gave a phone
   * number.
   */
  guest: v.exactOptional(v.boolean()),
})
export type User = v.InferOutput<typeof userSchema>

export const registerBody = v.object({
  email,
  /** Without a password, the account is opened by a passkey, or by a password set later through a link. */
  password: v.optional(newPassword),
  /** Asked for later, so optional at registration. */
  first_name: v.optional(shortText),
  last_name: v.optional(shortText),
  phone: v.optional(phone),
  country_code: countryCode,
  language: v.optional(language, 'en'),
  /** The referrer's code, or the link that contains it, and the app installation's id. */
  referral: v.exactOptional(v.object({ code: v.pipe(v.string(), v.maxLength(200)), device: uuid })),
})
export type RegisterBody = v.InferInput<typeof registerBody>

export const loginBody = v.object({
  identifier: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(256)),
})
/** Returned by the registration; the emailed code is useless without it. */
const registrationSecret = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
export const verifyEmailBody = v.object({
  email,
  code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)),
  /**
   * Null when the registration began on another device. Absent from clients that keep no secret; the code alone then
   * identifies the registration.
   */
  registration_secret: v.optional(v.nullable(registrationSecret)),
})
export type VerifyEmailBody = v.InferInput<typeof verifyEmailBody>
export const emailBody = v.object({ email })
export const resendBody = v.object({ email, registration_secret: v.optional(registrationSecret) })
export type ResendBody = v.InferInput<typeof resendBody>
/** Extra members of an `email_not_verified` refusal, given only when the password was right. */
export const notVerifiedExtra = v.object({ registration_secret: registrationSecret })
export const refreshBody = v.object({ refresh_token: v.pipe(v.string(), v.minLength(1), v.maxLength(512)) })
export const resetPasswordBody = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  password: newPassword,
  /** Also deletes every passkey of the account, since an intruder may have added one. */
  drop_passkeys: v.optional(v.boolean(), false),
})
export type ResetPasswordBody = v.InferInput<typeof resetPasswordBody>

export const registered = v.object({
  data: v.object({ user_id: uuid, email: v.string(), registration_secret: registrationSecret }),
})
export type Registered = v.InferOutput<typeof registered>['data']
export const sessionSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  user: userSchema,
})
export type SessionWire = v.InferOutput<typeof sessionSchema>
/** The specification names the access token `token` in the verify answer. */
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
    mail_off: mailOff,
  }),
)
export type ProfilePatch = v.InferInput<typeof profilePatch>
