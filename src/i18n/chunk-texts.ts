import type { Messages } from '@lingui/core'
import type { Language } from '../lib/language.ts'

type Texts = Readonly<Record<Language, Messages>>

declare global {
  /** Where a file of the build leaves the texts that only it shows (scripts/chunk-texts.ts): a list until this module runs. */
  var baywiseTexts: Texts[] | { readonly push: (texts: Texts) => void } | undefined
}

const known: Record<Language, Messages> = { en: {}, fr: {} }

/** Plain texts come as they are (scripts/chunk-texts.ts); a bare string is to Lingui one that is not compiled yet. */
const toCompiled = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, typeof text === 'string' ? [text] : text]))

/** Adds to what is known, and to what is shown: both are the same object, and nobody has asked for these texts before they came. */
function add(texts: Texts): void {
  Object.assign(known.en, toCompiled(texts.en))
  Object.assign(known.fr, toCompiled(texts.fr))
}

const early = globalThis.baywiseTexts
if (Array.isArray(early)) early.forEach(add)
globalThis.baywiseTexts = { push: add }

/** The texts of a language: those of its catalogue, and those that came and will come with other files. */
export const withChunkTexts = (language: Language, catalogue: Messages): Messages =>
  Object.assign(known[language], toCompiled(catalogue))
