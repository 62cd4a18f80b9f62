import * as v from 'valibot'
import { toEmail } from '../domain/email.ts'
import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-text.ts'
import type { Phone } from '../sync/phone.ts'

/** Not the tab's: whoever reads the mail in another app may come back to a page that was thrown away. */
const KEY = 'baywise-registration'

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.string(), secret: v.string() }))
type Kept = v.InferOutput<typeof keptSchema>

/** For a browser that keeps no texts, as long as the page lives. */
const ofPage = new WeakMap<Phone, Kept>()

/** The newest registration of this phone; an earlier one of another address is forgotten. */
export function keepRegistration(phone: Phone, email: string, secret: string): void {
  const kept = { email: toEmail(email), secret }
  ofPage.set(phone, kept)
  writeLocalText(KEY, JSON.stringify(kept))
}

/** What goes with a code for this address; undefined when the registration began on another device. */
export function secretFor(phone: Phone, email: string): string | undefined {
  const stored = v.safeParse(keptSchema, readLocalText(KEY))
  const kept = ofPage.get(phone) ?? (stored.success ? stored.output : undefined)
  return kept?.email === toEmail(email) ? kept.secret : undefined
}

export function forgetRegistration(phone: Phone): void {
  ofPage.delete(phone)
  removeLocalText(KEY)
}
