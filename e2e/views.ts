import type { Language } from './words.ts'

export interface View {
  readonly language: Language
  readonly viewport: { readonly width: number; readonly height: number }
  /** Used in the test's name and in the names of its files. */
  readonly name: string
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

const ENGLISH_PHONE: View = { language: 'en', viewport: PHONE, name: 'en' }
const FRENCH_PHONE: View = { language: 'fr', viewport: PHONE, name: 'fr' }
const ENGLISH_DESK: View = { language: 'en', viewport: DESK, name: 'en desk' }
const FRENCH_DESK: View = { language: 'fr', viewport: DESK, name: 'fr desk' }
const ALL: readonly View[] = [ENGLISH_PHONE, FRENCH_PHONE, ENGLISH_DESK, FRENCH_DESK]

const isAll = process.env.BAYWISE_ALL_VIEWS === '1'

/*
 * Views of a journey through what is sold: once in each language, on a phone in one and on a desktop in the other, so
 * that the journeys together cover all four. `npm run e2e:views` runs each of them in all four. layout.spec.ts measures
 * width and cut text of all pages in both languages.
 */
export const PHONE_IN_ENGLISH = isAll ? ALL : [ENGLISH_PHONE, FRENCH_DESK]
export const PHONE_IN_FRENCH = isAll ? ALL : [FRENCH_PHONE, ENGLISH_DESK]

/**
 * For a journey whose screens are all covered in both languages by other journeys; `npm run e2e:views` runs it in both.
 */
export const languagesOrOnly = (language: Language): readonly Language[] => (isAll ? ['en', 'fr'] : [language])
