import { expect, test } from 'vitest'
import { activate, chooseLanguage } from '../../src/i18n/activate.ts'
import { preferredLanguage } from '../../src/lib/language.ts'

test('a browser that asks for French gets French, any other English', () => {
  expect(preferredLanguage('fr-SN')).toBe('fr')
  expect(preferredLanguage('wo-SN')).toBe('en')
  expect(preferredLanguage(undefined)).toBe('en')
})

test('a chosen language is kept under the key of the specification and wins over the browser', async () => {
  await chooseLanguage('fr')
  expect(localStorage.getItem('language')).toBe('fr')
  expect(preferredLanguage('en-NG')).toBe('fr')
  expect(document.documentElement.lang).toBe('fr')
})

test('a stored language that does not exist is passed over', () => {
  localStorage.setItem('language', 'de')
  expect(preferredLanguage('fr')).toBe('fr')
})

test('showing a language does not store it', async () => {
  await activate('en')
  expect(localStorage.getItem('language')).toBeNull()
})
