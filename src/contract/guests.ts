import * as v from 'valibot'
import { EMAIL } from '../domain/email.ts'
import { countryCode, language } from './common.ts'

const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL))
const phone = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(32))

/** A guest's contact. It is unverified, so it gives access to nothing. */
export const guestBody = v.object({
  contact: v.union([v.strictObject({ email }), v.strictObject({ phone })]),
  country_code: countryCode,
  language: v.optional(language, 'en'),
})
export type GuestBody = v.InferInput<typeof guestBody>

export const keepGuestBody = v.object({ email })
export const confirmKeepBody = v.object({ code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/)) })
