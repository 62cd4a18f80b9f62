import { listHelp } from '../../provider/content/help.ts'
import { listPosts } from '../../provider/content/posts.ts'
import { MAIL_TEXTS } from '../../provider/messages/mail-texts.ts'
import { MESSAGES } from '../../provider/messages/messages.ts'
import { PAYMENT_TEXTS } from '../../provider/messages/payment-texts.ts'
import { PUSH_TEXTS } from '../../provider/messages/push-texts.ts'
import { VEHICLE_TYPE_NAMES } from '../../provider/messages/vehicle-types.ts'
import type { Language } from '../../src/lib/language.ts'
import type { Text } from './word-findings.ts'

/**
 * All the provider's texts in one language: problems, emails, payment pages, notifications, statements and the blog.
 */
const SPOKEN: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = {
  en: {
    problems: MESSAGES.en,
    mails: MAIL_TEXTS.en,
    payments: PAYMENT_TEXTS.en,
    notifications: PUSH_TEXTS.en,
    vehicles: VEHICLE_TYPE_NAMES.en,
    blog: listPosts('en'),
    help: listHelp('en'),
  },
  fr: {
    problems: MESSAGES.fr,
    mails: MAIL_TEXTS.fr,
    payments: PAYMENT_TEXTS.fr,
    notifications: PUSH_TEXTS.fr,
    vehicles: VEHICLE_TYPE_NAMES.fr,
    blog: listPosts('fr'),
    help: listHelp('fr'),
  },
}

/** Stands in for any facts: each becomes its own placeholder, `{amount}`. */
const FACTS = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) return () => '{fact}'
      if (name === 'passkeys') return ['{passkey}']
      return name === 'minutes' ? 10 : `{${String(name)}}`
    },
  },
)

/** Fields of an article that are not text. */
const NO_WORDS: ReadonlySet<string> = new Set(['href', 'src', 'slug', 'topic', 'kind', 'id'])

/** Every string below `value`; functions are called with placeholders for facts. */
function* stringsBelow(value: unknown, at: string): Generator<Text> {
  if (typeof value === 'string') yield { at, text: value }
  else if (typeof value === 'function') yield* stringsBelow(Reflect.apply(value, undefined, [FACTS]), at)
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) if (!NO_WORDS.has(key)) yield* stringsBelow(child, `${at}.${key}`)
}

export const providerTexts = (language: Language): Text[] => [...stringsBelow(SPOKEN[language], `provider ${language}`)]
