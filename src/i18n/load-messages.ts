import type { Messages } from '@lingui/core'
import { unreachable } from '../lib/assert.ts'
import type { Language } from '../lib/language.ts'

/** One lazy chunk per language. */
export const loadMessages = async (language: Language): Promise<Messages> => {
  switch (language) {
    case 'en':
      return (await import('../../locales/en.po')).messages
    case 'fr':
      return (await import('../../locales/fr.po')).messages
    default:
      return unreachable(language)
  }
}
