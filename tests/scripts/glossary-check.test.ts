import { expect, test } from 'vitest'
import { glossaryFindings } from '../../scripts/i18n-check.ts'
import { spacingFindings } from '../../scripts/words/french-spacing.ts'
import { providerTexts } from '../../scripts/words/provider-texts.ts'
import { refusedWordsIn, wordFindings } from '../../scripts/words/word-findings.ts'

const words = (language: 'en' | 'fr', text: string): string[] => refusedWordsIn(language, text).map(({ word }) => word)
const spacing = (text: string): string[] => spacingFindings([{ at: 'here', text }])

test('a word that the glossary refuses is found in either language, with what to say instead', () => {
  expect(refusedWordsIn('en', 'Show your ticket at the entrance.')).toEqual([
    { word: 'ticket', say: 'pass; receipt; report a problem' },
    { word: 'entrance', say: 'gate; entry, exit' },
  ])
  expect(words('fr', 'Veuillez contacter le fournisseur avant votre séjour.').toSorted()).toEqual([
    'Veuillez',
    'fournisseur',
    'séjour',
  ])
})

test('a refused word is a whole word: a car park, Baywise and a forgotten password are none', () => {
  expect(words('en', 'No car parks near Baywise have Parking. {park} is parked')).toEqual([])
  expect(words('fr', 'Mot de passe oublié\u202f? Le délai de grâce court.')).toEqual([])
})

test('a refused word beside an allowed phrase with the same word is still found', () => {
  expect(words('en', 'The car park is full, and this park too')).toEqual(['park'])
  expect(words('fr', 'Votre passe et votre mot de passe')).toEqual(['passe'])
})

test('a refused word inside a plural is found', () => {
  expect(words('en', '{count, plural, one {# reservation} other {# reservations}}')).toEqual([
    'reservation',
    'reservations',
  ])
})

test('a text that is allowed by name keeps its word, another with the same word does not', () => {
  const texts = [
    { at: 'a', text: 'WRONG PARK' },
    { at: 'b', text: 'Wrong park' },
  ]
  expect(wordFindings('en', texts, { 'WRONG PARK': 'a verdict' })).toEqual(['b: "park", say car park: Wrong park'])
})

test('a planted word fails the check of the catalogues, and an allowance that nothing needs does too', () => {
  const findings = glossaryFindings({ en: [{ id: 'Your reservation is saved', text: '' }], fr: [] })
  expect(findings).toContain('locales/en.po: "reservation", say book, book again, update: Your reservation is saved')
  expect(findings).toContain('allowed and said nowhere (en): Search this area')
})

test.each([
  ['Trop tard ! Réessayez', 'U+202F before ; ! ?'],
  ['Pourquoi?', 'U+202F before ; ! ?'],
  ['Prix : 5', 'U+00A0 before a colon'],
  ['Prix: 5', 'U+00A0 before a colon'],
  ['« Près de moi »', 'U+00A0 inside « »'],
  ['{0} %', 'U+00A0 before %'],
  ['7,5%', 'U+00A0 before %'],
  ['jusqu’à 14 h', 'U+00A0 between a figure and its unit'],
  ['1 500\u00a0F\u00a0CFA', 'U+202F between thousands'],
  ["l'entrée", '’ and « », never straight marks'],
  ['Envoi...', '… and not three full stops'],
])('French written as %s is refused', (text, rule) => {
  expect(spacing(text)).toEqual([`here: ${rule}: ${text}`])
})

test('French that is spaced as it should be passes, placeholders and plurals too', () => {
  expect(
    spacing(
      'Est-ce «\u00a0Près de moi\u00a0»\u202f? Oui\u00a0: {0}\u00a0%, 14\u00a0h\u00a005, 1\u202f500\u00a0F\u00a0CFA\u202f; https://baywise.test {count, plural, one {# place} other {# places}}',
    ),
  ).toEqual([])
})

test('every text of the provider is read: problems, mails, pages of payments, notifications, the blog and the help', () => {
  const english = providerTexts('en')
  // An article has as many pieces in both languages (`blog.test.ts`), but a sentence may have its links elsewhere.
  const isFixed = ({ at }: { readonly at: string }) => !/^provider \w+\.(?:blog|help)\./.test(at)
  expect(english.filter(isFixed)).toHaveLength(providerTexts('fr').filter(isFixed).length)
  for (const kind of ['problems', 'mails', 'payments', 'notifications', 'vehicles', 'blog', 'help'])
    expect(english.some(({ at }) => at.startsWith(`provider en.${kind}.`))).toBe(true)
  expect(english.find(({ at }) => at === 'provider en.mails.verifyEmail.subject')?.text).toBe(
    '{code} is your Baywise code',
  )
})
