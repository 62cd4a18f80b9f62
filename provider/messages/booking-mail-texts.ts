import { bookingMailEn } from './booking-mail-en.ts'
import { bookingMailFr } from './booking-mail-fr.ts'
import type { Language } from './language.ts'
import type { BookingMailTexts } from './shapes.ts'

export const BOOKING_MAIL_TEXTS: Readonly<Record<Language, BookingMailTexts>> = { en: bookingMailEn, fr: bookingMailFr }
