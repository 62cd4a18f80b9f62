import { mailEn } from './mail-en.ts'
import { mailFr } from './mail-fr.ts'
import type { Language } from './messages.ts'

export interface MailText {
  readonly subject: string
  readonly text: string
}

interface Linked {
  readonly firstName: string
  readonly link: string
}

/** Every mail that the provider sends, and the words of the sandbox mailbox. */
export interface MailTexts {
  readonly verifyEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly alreadyRegistered: (facts: Linked) => MailText
  readonly resetPassword: (facts: Linked) => MailText
  readonly passwordChanged: (facts: Linked) => MailText
  readonly passkeyAdded: (facts: Linked) => MailText
  readonly changeEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly emailChanged: (facts: { readonly firstName: string }) => MailText
  readonly accountDeleted: (facts: { readonly firstName: string }) => MailText
  readonly mailbox: Readonly<Record<'title' | 'intro' | 'address' | 'show' | 'empty' | 'code' | 'to', string>>
}

export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: mailEn, fr: mailFr }
