import type { Messages } from '@lingui/core'
import type { Language } from '../lib/language.ts'

type Texts = Readonly<Record<Language, Messages>>

declare global {
  /**
   * Receives the texts used by a single chunk of the build (scripts/chunk-texts.ts): a plain array until this module
   * runs.
   */
  var baywiseTexts: Texts[] | { readonly push: (texts: Texts) => void } | undefined
}

/** All loaded texts by language. */
const known: Record<Language, Messages> = { en: {}, fr: {} }

/**
 * Adds texts in place, so the active catalogue has them too; no component has asked for them before their chunk loads.
 */
function add(texts: Texts): void {
  Object.assign(known.en, texts.en)
  Object.assign(known.fr, texts.fr)
}

const early = globalThis.baywiseTexts
if (Array.isArray(early)) early.forEach(add)
globalThis.baywiseTexts = { push: add }

/** Returns the texts of a language: its catalogue, extended in place by chunk texts loaded before or later. */
export function withChunkTexts(language: Language, catalogue: Messages): Messages {
  known[language] = Object.assign(catalogue, known[language])
  return known[language]
}
