import { paymentEn } from './payment-en.ts'
import { paymentFr } from './payment-fr.ts'
import type { Language } from './language.ts'
import type { PaymentTexts } from './shapes.ts'

export const PAYMENT_TEXTS: Readonly<Record<Language, PaymentTexts>> = { en: paymentEn, fr: paymentFr }
