import { mailEn } from './mail-en.ts'
import { mailFr } from './mail-fr.ts'
import type { Language } from './language.ts'
import type { MailTexts } from './shapes.ts'

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: mailEn, fr: mailFr }
