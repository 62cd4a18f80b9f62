import { i18n } from '@lingui/core'
import { type Language, preferredLanguage, storeLanguage } from '../lib/language.ts'
import { withChunkTexts } from './chunk-texts.ts'
import { loadMessages } from './load-messages.ts'

/** Loads and activates a language. Rejects when its chunk cannot be loaded; the current language then stays active. */
export async function activate(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: withChunkTexts(language, await loadMessages(language)) })
  if (typeof document !== 'undefined') document.documentElement.lang = language
}

/** Activates the stored or the browser's language at start-up. */
export const activatePreferred = (): Promise<void> => activate(preferredLanguage(globalThis.navigator?.language))

/** Activates the language chosen in the settings and stores it for the next start. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language)
  storeLanguage(language)
}
