import type { ContactTopic } from '../../src/domain/contact.ts'
import type { SpaceOffer } from '../../src/domain/space-offer.ts'
import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

export interface ContactFacts {
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly text: string
  readonly offer?: SpaceOffer
}

interface Words {
  readonly subject: Readonly<Record<ContactTopic, string>>
  readonly name: string
  readonly email: string
  readonly company: string
  readonly place: string
  readonly colon: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: {
      contact: 'Message from',
      demo: 'Demo request from',
      business: 'Business account asked for by',
      charger: 'Charger offered by',
      space: 'Space offered by',
    },
    name: 'Name',
    email: 'Reply to',
    company: 'Company',
    place: 'Place',
    colon: ': ',
  },
  fr: {
    subject: {
      contact: 'Message de',
      demo: 'Demande de démonstration de',
      business: 'Compte entreprise demandé par',
      charger: 'Borne proposée par',
      space: 'Place proposée par',
    },
    name: 'Nom',
    email: 'Répondre à',
    company: 'Entreprise',
    place: 'Adresse',
    colon: '\u00a0: ',
  },
}

/** The email to our own inbox, in the sender's language. */
export function contactMail(language: Language, { topic, name, email, company, text, offer }: ContactFacts): MailText {
  const words = WORDS[language]
  const facts = [[words.name, name], [words.email, email], ...(company === null ? [] : [[words.company, company]])]
  if (offer !== undefined) facts.push([words.place, `${offer.address}, ${offer.city}, ${offer.country_code}`])
  const head = facts.map((fact) => fact.join(words.colon)).join('\n')
  return { subject: `${words.subject[topic]} ${name}`, text: `${head}\n\n${text}\n` }
}
