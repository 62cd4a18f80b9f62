import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'

test('texts that files brought before and after the language was chosen are shown, in each language', async () => {
  globalThis.baywiseTexts = [{ en: { early1: ['Early'] }, fr: { early1: ['Tôt'] } }]
  const { activate } = await import('../../src/i18n/activate.ts')
  await activate('en')
  globalThis.baywiseTexts.push({ en: { later1: ['Later'] }, fr: { later1: ['Plus tard'] } })
  expect([i18n.t('early1'), i18n.t('later1')]).toEqual(['Early', 'Later'])
  await activate('fr')
  expect([i18n.t('early1'), i18n.t('later1')]).toEqual(['Tôt', 'Plus tard'])
  globalThis.baywiseTexts.push({ en: { last01: ['Last'] }, fr: { last01: ['Dernier'] } })
  expect(i18n.t('last01')).toBe('Dernier')
})
