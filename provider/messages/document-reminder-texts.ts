import type { DocumentKind } from '../../src/domain/document-kinds.ts'
import { greet } from './greeting.ts'
import type { Language } from './language.ts'
import type { MailText, PushText } from './shapes.ts'

export interface DocumentReminderFacts {
  readonly document: DocumentKind
  readonly plate: string
  /** The expiry day, formatted; null when the document expires today. */
  readonly day: string | null
  /** Whether the document can be renewed in the app. */
  readonly canRenew: boolean
}

interface MailFacts {
  readonly documents: readonly DocumentReminderFacts[]
  readonly firstName: string
  readonly link: string
  /** The page where these emails can be turned off. */
  readonly settings: string
}

interface DocumentReminderTexts {
  readonly push: (documents: readonly DocumentReminderFacts[]) => PushText
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

interface Words {
  /** One document and when it expires. */
  readonly one: (facts: DocumentReminderFacts) => string
  readonly several: (count: number) => string
  /** What to do next. `canRenew`: the app offers the renewal. */
  readonly todo: (canRenew: boolean, isOne: boolean) => string
  readonly more: (count: number) => string
  readonly hello: 'Hello' | 'Bonjour'
  readonly see: string
  readonly off: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    one: ({ document, plate, day }) =>
      `${NAMES.en[document]}, ${plate}: expires ${day === null ? 'today' : `on ${day}`}`,
    several: (count) => `${String(count)} vehicle documents expire`,
    todo: (canRenew, isOne) => {
      if (isOne)
        return canRenew
          ? 'You can renew it in the app. If you have the new one, enter its date there.'
          : 'Once you have the new one, enter its date in the app.'
      return canRenew
        ? 'You can renew documents in the app. If you have new ones, enter their dates there.'
        : 'Once you have the new ones, enter their dates in the app.'
    },
    more: (count) => `And ${String(count)} more`,
    hello: 'Hello',
    see: 'Your vehicle documents:',
    off: 'Choose which emails you get:',
  },
  fr: {
    one: ({ document, plate, day }) =>
      `${NAMES.fr[document]}, ${plate}\u00a0: expire ${day === null ? 'aujourd’hui' : `le ${day}`}`,
    several: (count) => `${String(count)} documents de véhicule expirent`,
    todo: (canRenew, isOne) => {
      if (isOne)
        return canRenew
          ? 'Vous pouvez le renouveler dans l’application. Si vous avez déjà le nouveau document, saisissez-y sa date.'
          : 'Quand vous aurez le nouveau document, saisissez sa date dans l’application.'
      return canRenew
        ? 'Vous pouvez renouveler des documents dans l’application. Si vous en avez déjà de nouveaux, saisissez-y leur date.'
        : 'Quand vous aurez les nouveaux documents, saisissez leur date dans l’application.'
    },
    more: (count) => `Et ${String(count)} de plus`,
    hello: 'Bonjour',
    see: 'Les documents de votre véhicule\u00a0:',
    off: 'Choisir les e-mails que vous recevez\u00a0:',
  },
}

/** The most lines that a notification shows. */
const MAX_LINES = 4

/** A single document is described in the title; several get a line each. */
function saidOf(words: Words, documents: readonly DocumentReminderFacts[], maxLines: number) {
  const lines = documents.map(words.one)
  const isOne = lines.length === 1
  const todo = words.todo(
    documents.some(({ canRenew }) => canRenew),
    isOne,
  )
  if (isOne) return { title: lines.join(''), lines: [], todo }
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), words.more(lines.length - maxLines)] : lines
  return { title: words.several(lines.length), lines: shown, todo }
}

const textsOf = (words: Words): DocumentReminderTexts => ({
  push: (documents) => {
    const { title, lines, todo } = saidOf(words, documents, MAX_LINES)
    return { title, body: lines.length === 0 ? todo : lines.join('\n') }
  },
  // The notification's text, plus links to the documents and to the email settings.
  mail: ({ documents, firstName, link, settings }) => {
    const { title, lines, todo } = saidOf(words, documents, Infinity)
    const said = lines.length === 0 ? `${title}.\n${todo}` : `${lines.join('\n')}\n\n${todo}`
    const head = `${greet(words.hello, firstName)}\n\n${said}`
    return { subject: title, text: `${head}\n\n${words.see}\n${link}\n\n${words.off}\n${settings}\n\nBaywise` }
  },
})

export const DOCUMENT_REMINDER_TEXTS: Readonly<Record<Language, DocumentReminderTexts>> = {
  en: textsOf(WORDS.en),
  fr: textsOf(WORDS.fr),
}
