import { i18n } from '@lingui/core'
import { type Language, preferredLanguage, storeLanguage } from '../lib/language.ts'
import { withChunkTexts } from './chunk-texts.ts'
import { loadMessages } from './load-messages.ts'

/** Loads and shows a language. Rejects when its chunk cannot be loaded; the language shown before then stays. */
export async function activate(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: withChunkTexts(language, await loadMessages(language)) })
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** At start: the stored or the browser's language. */
export const activatePreferred = (): Promise<void> => activate(preferredLanguage(globalThis.navigator?.language))

/** The driver's choice in the settings: shown at once, kept for the next start. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language)
  storeLanguage(language)
}
