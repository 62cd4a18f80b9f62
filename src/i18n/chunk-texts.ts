import type { Messages } from '@lingui/core'
import type { Language } from '../lib/language.ts'

type Texts = Readonly<Record<Language, Messages>>

declare global {
  /** Where a file of the build leaves the texts that only it shows (scripts/chunk-texts.ts): a list until this module runs. */
  var baywiseTexts: Texts[] | { readonly push: (texts: Texts) => void } | undefined
}

/** All texts of a language that are here. */
const known: Record<Language, Messages> = { en: {}, fr: {} }

/** Adds to what is shown, too: nobody has asked for these texts before they came. */
function add(texts: Texts): void {
  Object.assign(known.en, texts.en)
  Object.assign(known.fr, texts.fr)
}

const early = globalThis.baywiseTexts
if (Array.isArray(early)) early.forEach(add)
globalThis.baywiseTexts = { push: add }

/** The texts of a language: those of its catalogue, which becomes the list of all, and those that came and will come with other files. */
export function withChunkTexts(language: Language, catalogue: Messages): Messages {
  known[language] = Object.assign(catalogue, known[language])
  return known[language]
}
