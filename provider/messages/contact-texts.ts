import type { ContactTopic } from '../../src/domain/contact.ts'
import type { Language } from './language.ts'
import type { MailText } from './shapes.ts'

export interface ContactFacts {
  readonly topic: ContactTopic
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly text: string
}

interface Words {
  readonly subject: Readonly<Record<ContactTopic, string>>
  readonly name: string
  readonly email: string
  readonly company: string
  readonly colon: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: { contact: 'Message from', demo: 'Demo request from' },
    name: 'Name',
    email: 'Reply to',
    company: 'Company',
    colon: ': ',
  },
  fr: {
    subject: { contact: 'Message de', demo: 'Demande de démonstration de' },
    name: 'Nom',
    email: 'Répondre à',
    company: 'Entreprise',
    colon: '\u00a0: ',
  },
}

/** The email to our own inbox, in the language of whoever wrote. */
export function contactMail(language: Language, { topic, name, email, company, text }: ContactFacts): MailText {
  const words = WORDS[language]
  const facts = [[words.name, name], [words.email, email], ...(company === null ? [] : [[words.company, company]])]
  const head = facts.map((fact) => fact.join(words.colon)).join('\n')
  return { subject: `${words.subject[topic]} ${name}`, text: `${head}\n\n${text}\n` }
}
