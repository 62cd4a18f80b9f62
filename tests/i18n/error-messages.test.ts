import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { ERROR_CODES } from '../../src/domain/error-codes.ts'
import { errorText } from '../../src/i18n/error-messages.ts'
import { messages as english } from '../../locales/en.po'
import { messages as french } from '../../locales/fr.po'

const en = setupI18n({ locale: 'en', messages: { en: english } })
const fr = setupI18n({ locale: 'fr', messages: { fr: french } })

test('every code has words of its own in English and other words in French', () => {
  const inEnglish = ERROR_CODES.map((code) => errorText(en, code))
  const inFrench = ERROR_CODES.map((code) => errorText(fr, code))
  expect(new Set(inEnglish).size).toBe(ERROR_CODES.length)
  expect(new Set(inFrench).size).toBe(ERROR_CODES.length)
  expect(inFrench.filter((text, index) => text === inEnglish[index])).toEqual([])
})

test('a code from a newer provider shows what the provider says about it', () => {
  expect(errorText(fr, 'gate_broken', 'La barrière est en panne.')).toBe('La barrière est en panne.')
})

test('a code without any words is called a problem of the provider', () => {
  expect(errorText(en, 'gate_broken', '')).toBe(errorText(en, 'internal'))
})
