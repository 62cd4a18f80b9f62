/**
 * Checks that both catalogues are complete and match the sources: extracting changes nothing, every French text exists,
 * and each keeps the placeholders of its English. No text of the app or the provider uses a word that the glossary
 * refuses, and French spacing is correct. Restores the files that extraction overwrites; exits 1 on a finding.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Language } from '../src/lib/language.ts'
import { allowedTexts, unusedAllowances } from './words/allowed-texts.ts'
import { spacingFindings } from './words/french-spacing.ts'
import { providerTexts } from './words/provider-texts.ts'
import { type Text, wordFindings } from './words/word-findings.ts'

const FILES = ['locales/en.po', 'locales/fr.po']

export interface Message {
  readonly id: string
  readonly text: string
}

/** The messages of a gettext catalogue, without the header and obsolete entries. */
export function messagesIn(po: string): Message[] {
  const unquote = (lines: string): string =>
    Array.from(lines.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => String(JSON.parse(`"${match[1] ?? ''}"`))).join('')
  const entries = po.matchAll(/^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)/gm)
  return Array.from(entries, (match) => ({ id: unquote(match[1] ?? ''), text: unquote(match[2] ?? '') })).filter(
    ({ id }) => id !== '',
  )
}

/** Placeholders and tags of a text, sorted: `{0}`, `{name}`, `<0>`; those of a plural are its arguments. */
const placeholdersIn = (text: string): string =>
  [...new Set(Array.from(text.matchAll(/\{\s*(\w+)\s*[,}]|<\/?(\d+)\/?>/g), (match) => match[1] ?? `<${match[2]}>`))]
    .toSorted()
    .join(' ')

/** Differences between the ids of the source locale (with its own texts) and one translation. */
export function findingsIn(source: readonly Message[], translation: readonly Message[]): string[] {
  const english = new Map(source.map(({ id, text }) => [id, text === '' ? id : text]))
  return translation.flatMap(({ id, text }) => {
    if (text.trim() === '') return [`untranslated: ${id}`]
    const original = english.get(id)
    if (original === undefined) return [`not in the source catalogue: ${id}`]
    return placeholdersIn(original) === placeholdersIn(text) ? [] : [`placeholders differ: ${id} / ${text}`]
  })
}

/** The app's texts in one language: its catalogue, in which an English text is usually its own id. */
const catalogueTexts = (language: Language, messages: readonly Message[]): Text[] =>
  messages.map(({ id, text }) => ({ at: `locales/${language}.po`, text: text === '' ? id : text }))

/** Refused words in both languages, French spacing, and unused allowances. */
export const glossaryFindings = (catalogues: Readonly<Record<Language, readonly Message[]>>): string[] =>
  (['en', 'fr'] as const).flatMap((language) => {
    const texts = [...catalogueTexts(language, catalogues[language]), ...providerTexts(language)]
    return [
      ...wordFindings(language, texts, allowedTexts(language)),
      ...unusedAllowances(language, new Set(texts.map(({ text }) => text))),
      ...(language === 'fr' ? spacingFindings(texts) : []),
    ]
  })

const withoutHeader = (po: string): string => po.slice(po.indexOf('\n\n'))

function checkAll(): void {
  const before = FILES.map((file) => readFileSync(file, 'utf8'))
  const run = spawnSync('lingui', ['extract', '--clean'], { encoding: 'utf8' })
  const after = FILES.map((file) => readFileSync(file, 'utf8'))
  for (const [index, file] of FILES.entries()) writeFileSync(file, before[index] ?? '')
  if (run.status !== 0) throw new Error(`lingui extract failed\n${run.stdout}\n${run.stderr}`)
  const stale = FILES.filter((_, index) => withoutHeader(before[index] ?? '') !== withoutHeader(after[index] ?? ''))
  const [source = [], french = []] = after.map(messagesIn)
  const findings = [
    ...stale.map((file) => `${file} is behind the sources: run npm run i18n`),
    ...findingsIn(source, french),
    ...glossaryFindings({ en: source, fr: french }),
  ]
  for (const finding of findings) console.error(finding)
  console.log(`i18n: ${source.length} messages, ${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) checkAll()
