import { openContactForm, sendVisitorContact } from '../api/contact-visitor.ts'
import type { ContactWire } from '../contract/contact.ts'
import { CONTACT_FORM_MAX_MS, CONTACT_FORM_MIN_MS, type ContactMessage } from '../domain/contact.ts'
import { HOUR_MS } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { sendUntilAnswered } from '../sync/send-until-answered.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'

interface OpenForm {
  readonly token: string
  /** When it was received, by this phone's clock. */
  readonly atMs: number
}

/** Belongs to this page, until it is sent. */
let opened: OpenForm | null = null

/** Opens a visitor's form early, so that it is old enough by the time it is filled in. */
export async function openForm(phone: AppContext = appContext): Promise<Result<OpenForm, ActionError>> {
  const ageMs = opened === null ? null : phone.clock.now() - opened.atMs
  // A negative age: the clock was set back, and the form's age is unknown.
  if (opened !== null && ageMs !== null && ageMs >= 0 && ageMs < CONTACT_FORM_MAX_MS - HOUR_MS) return ok(opened)
  const answer = await attempt(phone, () => openContactForm(phone.client))
  if (!answer.ok) return answer
  opened = { token: answer.value, atMs: phone.clock.now() }
  return ok(opened)
}

export interface VisitorMessage extends ContactMessage {
  /** Value of the hidden field that only bots fill in. */
  readonly website: string
}

/** Writes to us without an account. Refusals: validation_failed, rate_limited. */
export async function sendAsVisitor(
  { website, ...message }: VisitorMessage,
  phone: AppContext = appContext,
): Promise<Result<ContactWire, ActionError>> {
  const form = await openForm(phone)
  if (!form.ok) return form
  const leftMs = CONTACT_FORM_MIN_MS - (phone.clock.now() - form.value.atMs)
  if (leftMs > 0) await phone.wait(Math.min(leftMs, CONTACT_FORM_MIN_MS))
  // The provider checks this field and refuses a filled one.
  const body = { ...message, form_token: form.value.token, website: website as '' }
  const answer = await attempt(phone, () => sendUntilAnswered(phone, () => sendVisitorContact(phone.client, body)))
  // After a success or a refusal the next message needs a new form. After a lost answer the same form is the same
  // message.
  if (answer.ok || answer.error.kind === 'refused') opened = null
  return answer
}
