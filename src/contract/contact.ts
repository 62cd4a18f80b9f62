import * as v from 'valibot'
import {
  CONTACT_TEXT_MAX,
  CONTACT_TOPICS,
  type ContactTopic,
  hasLineBreak,
  isOfferTopic,
  toContactText,
} from '../domain/contact.ts'
import { EMAIL } from '../domain/email.ts'
import { shortText, single, uuid } from './common.ts'
import { offerSchema } from './space-offers.ts'

const oneLine = v.check<string, string>((text) => !hasLineBreak(text), 'one line')

const message = {
  topic: v.picklist(CONTACT_TOPICS),
  name: v.pipe(v.string(), oneLine, shortText),
  /** Address for the reply. */
  email: v.pipe(v.string(), oneLine, v.trim(), v.regex(EMAIL)),
  company: v.optional(v.nullable(v.pipe(v.string(), oneLine, shortText)), null),
  text: v.pipe(v.string(), v.transform(toContactText), v.minLength(1), v.maxLength(CONTACT_TEXT_MAX)),
  /** Details of a `charger` or `space` offer; absent for other topics. */
  offer: v.exactOptional(offerSchema),
  /** Honeypot, hidden from people: a message with a value here is refused. */
  website: v.optional(v.literal('')),
}

interface Offering {
  readonly topic: ContactTopic
  readonly company: string | null
  readonly offer?: { readonly charger: unknown }
}
/** A charger offer needs the charger's facts, a space offer has none; a business enquiry needs a company. */
const isComplete = ({ topic, company, offer }: Offering): boolean =>
  (topic !== 'business' || company !== null) &&
  (isOfferTopic(topic)
    ? offer !== undefined && (topic === 'charger') === (offer.charger !== null)
    : offer === undefined)

export const contactBody = v.pipe(
  v.object(message),
  v.check((body) => isComplete(body), 'offer'),
)
export type ContactBody = v.InferInput<typeof contactBody>
export type ContactMessage = v.InferOutput<typeof contactBody>

/** `form_token`: from `GET /contact/form`, at least 3 s and at most one day old; valid for one message. */
export const visitorContactBody = v.pipe(
  v.object({ ...message, form_token: v.pipe(v.string(), v.maxLength(200)) }),
  v.check((body) => isComplete(body), 'offer'),
)
export type VisitorContactBody = v.InferInput<typeof visitorContactBody>

export const contactForm = single(v.object({ form_token: v.string() }))
export const contactSchema = v.object({ message_id: uuid, topic: v.picklist(CONTACT_TOPICS) })
export type ContactWire = v.InferOutput<typeof contactSchema>
export const contactSingle = single(contactSchema)
