import { readFileSync } from 'node:fs'

export type Language = 'en' | 'fr'

/** Interface texts, looked up by their English text, so that a journey runs in each language. */
export interface Words {
  readonly language: Language
  /** Returns the text. Throws for a text that no screen has. */
  readonly say: (id: string) => string
  /** Matches the text with anything in place of its `{figures}`. */
  readonly like: (id: string) => RegExp
}

const PAIR = /^msgid (".*")\nmsgstr (".*")$/gm

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Accepts any white space for the catalogues' no-break spaces, which the page's text may or may not keep. */
const toPattern = (text: string): RegExp =>
  new RegExp(
    text
      .split(/\{[^{}]+\}/)
      .map((part) => escape(part).replaceAll(/\s/g, String.raw`\s`))
      .join('.+'),
  )

export const readWords = (language: Language): Words =>
  toWords(language, readFileSync(new URL(`../locales/${language}.po`, import.meta.url), 'utf8'))

/** `former` maps present texts to those of an earlier release. */
export function toWords(language: Language, catalogue: string, former: Readonly<Record<string, string>> = {}): Words {
  const texts = new Map<string, string>()
  for (const [, id = '""', text = '""'] of catalogue.matchAll(PAIR)) texts.set(JSON.parse(id), JSON.parse(text))
  const say = (id: string): string => {
    const text = texts.get(id) ?? texts.get(former[id] ?? '')
    if (text === undefined || text === '') throw new Error(`no ${language} text for "${id}"`)
    return text
  }
  return { language, say, like: (id) => toPattern(say(id)) }
}
