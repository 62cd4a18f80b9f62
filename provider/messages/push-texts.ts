import type { Currency } from '../../src/domain/money.ts'
import type { Language } from './messages.ts'
import { pushEn } from './push-en.ts'
import { pushFr } from './push-fr.ts'

export interface PushText {
  readonly title: string
  readonly body: string
}

/** Values formatted for the language. `time` is the end, in the park's zone. */
export interface PushFacts {
  readonly park: string
  readonly plate: string
  readonly time: string
  readonly minutes: number
  readonly amount: string
}

/** What notifications say. */
export interface PushTexts {
  readonly ends: (facts: PushFacts) => PushText
  /** There is no space after the end. */
  readonly endsFull: (facts: PushFacts) => PushText
  readonly cancelled: (facts: PushFacts) => PushText
  readonly refunded: (facts: PushFacts) => PushText
  readonly full: (facts: PushFacts) => PushText
  /** Of the wallet in that currency. */
  readonly autoTopUpOff: (currency: Currency) => PushText
  readonly extend: string
  readonly directions: string
}

export const PUSH_TEXTS: Readonly<Record<Language, PushTexts>> = { en: pushEn, fr: pushFr }
