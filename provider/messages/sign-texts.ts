import type { Language } from './language.ts'
import type { SignTexts } from './shapes.ts'
import { signEn } from './sign-en.ts'
import { signFr } from './sign-fr.ts'

export const SIGN_TEXTS: Readonly<Record<Language, SignTexts>> = { en: signEn, fr: signFr }
