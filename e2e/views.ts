import type { Language } from './words.ts'

export interface View {
  readonly language: Language
  readonly viewport: { readonly width: number; readonly height: number }
  /** For the name of a test, and of what it makes. */
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
 * How a journey of what is sold is walked: in each language once, on a phone in one and on a desk in the other, so that the journeys
 * together are seen in all four. `npm run e2e:views` walks each of them four times. What a page is wide and cut at is measured for
 * all pages in both languages (layout.spec.ts).
 */
export const PHONE_IN_ENGLISH = isAll ? ALL : [ENGLISH_PHONE, FRENCH_DESK]
export const PHONE_IN_FRENCH = isAll ? ALL : [FRENCH_PHONE, ENGLISH_DESK]

/** For a journey whose screens have each been seen in both languages by others: in both by `npm run e2e:views`. */
export const languagesOrOnly = (language: Language): readonly Language[] => (isAll ? ['en', 'fr'] : [language])
