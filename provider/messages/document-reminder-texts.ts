import type { DocumentKind } from '../../src/domain/document-kinds.ts'
import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText, PushText } from './shapes.ts'

export interface DocumentReminderFacts {
  readonly document: DocumentKind
  readonly plate: string
  /** Of the expiry, formatted; null: today. */
  readonly day: string | null
  /** Where it can be had in the app. */
  readonly canRenew: boolean
}

type MailFacts = DocumentReminderFacts & {
  readonly firstName: string
  readonly link: string
  /** Where these emails are turned off. */
  readonly settings: string
}

interface DocumentReminderTexts {
  readonly push: (facts: DocumentReminderFacts) => PushText
  readonly mail: (facts: MailFacts) => MailText
}

const NAMES: Readonly<Record<Language, Readonly<Record<DocumentKind, string>>>> = {
  en: {
    licence: 'Vehicle licence',
    roadworthiness: 'Roadworthiness',
    insurance: 'Insurance, third party',
    hackney: 'Hackney permit',
  },
  fr: {
    licence: 'Carte grise',
    roadworthiness: 'Contrôle technique',
    insurance: 'Assurance au tiers',
    hackney: 'Permis de transport payant',
  },
}

const pushEn: DocumentReminderTexts['push'] = ({ document, plate, day, canRenew }) => ({
  title: `${NAMES.en[document]}, ${plate}: expires ${day === null ? 'today' : `on ${day}`}`,
  body: canRenew
    ? 'You can renew it in the app. If you have the new one, enter its date there.'
    : 'Once you have the new one, enter its date in the app.',
})

const pushFr: DocumentReminderTexts['push'] = ({ document, plate, day, canRenew }) => ({
  title: `${NAMES.fr[document]}, ${plate}\u00a0: expire ${day === null ? 'aujourd’hui' : `le ${day}`}`,
  body: canRenew
    ? 'Vous pouvez le renouveler dans l’application. Si vous avez déjà le nouveau document, saisissez-y sa date.'
    : 'Quand vous aurez le nouveau document, saisissez sa date dans l’application.',
})

/** An email says what the notification says, with where to go, and where to turn it off. */
const mailOf =
  (
    push: DocumentReminderTexts['push'],
    words: { readonly hello: 'Hello' | 'Bonjour'; readonly see: string; readonly off: string },
  ) =>
  ({ firstName, link, settings, ...facts }: MailFacts): MailText => {
    const { title, body } = push(facts)
    const head = `${greet(words.hello, firstName)}\n\n${title}.\n${body}`
    return { subject: title, text: `${head}\n\n${words.see}\n${link}\n\n${words.off}\n${settings}\n\nBaywise` }
  }

export const DOCUMENT_REMINDER_TEXTS: Readonly<Record<Language, DocumentReminderTexts>> = {
  en: {
    push: pushEn,
    mail: mailOf(pushEn, { hello: 'Hello', see: 'Your vehicle documents:', off: 'Choose which emails you get:' }),
  },
  fr: {
    push: pushFr,
    mail: mailOf(pushFr, {
      hello: 'Bonjour',
      see: 'Les documents de votre véhicule\u00a0:',
      off: 'Choisir les e-mails que vous recevez\u00a0:',
    }),
  },
}
