import type { Language } from './language.ts'
import { pushEn } from './push-en.ts'
import { pushFr } from './push-fr.ts'
import type { PushTexts } from './shapes.ts'

export const PUSH_TEXTS: Readonly<Record<Language, PushTexts>> = { en: pushEn, fr: pushFr }
