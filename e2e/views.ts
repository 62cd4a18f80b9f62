import type { Language } from './words.ts'

export interface View {
  readonly language: Language
  readonly viewport: { readonly width: number; readonly height: number }
  /** For the name of a test, and of what it makes. */
  readonly name: string
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

/** How a journey of what is sold is walked: in both languages on a phone, and on a desk in that with the longer words. */
export const VIEWS: readonly View[] = [
  { language: 'en', viewport: PHONE, name: 'en' },
  { language: 'fr', viewport: PHONE, name: 'fr' },
  { language: 'fr', viewport: DESK, name: 'fr desk' },
]
