import type { TransactionKind } from '../../src/domain/wallet.ts'
import { paymentEn } from './payment-en.ts'
import { paymentFr } from './payment-fr.ts'
import type { MailText } from './mail-texts.ts'
import type { Language } from './messages.ts'

interface LatePayment {
  readonly firstName: string
  readonly amount: string
  readonly code: string
  readonly link: string
}

interface AutoCharge {
  readonly firstName: string
  readonly amount: string
  /** "Visa 4242"; empty where the gateway named none. */
  readonly card: string
  readonly link: string
}

/** What payments say outside a problem document: beside a pending verification, and on the sandbox gateway's page. */
export interface PaymentTexts {
  readonly verificationInProgress: string
  readonly notFinished: string
  readonly abandoned: string
  readonly gatewaySilent: string
  readonly creditedInstead: string
  readonly page: Readonly<
    Record<
      | 'title'
      | 'notice'
      | 'amount'
      | 'reference'
      | 'card_bank'
      | 'mobile_money'
      | 'card'
      | 'pay'
      | 'fail'
      | 'abandon'
      | 'delay'
      | 'duplicate'
      | 'declines_later'
      | 'done'
      | 'back',
      string
    >
  >
  /** About a payment of a booking that came after its hold had ended. */
  readonly lateMail: Readonly<Record<'rebooked' | 'credited', (facts: LatePayment) => MailText>>
  /** About charges without the driver: one that came, and the end of them after declined ones. */
  readonly autoMail: Readonly<Record<'charged' | 'switchedOff', (facts: AutoCharge) => MailText>>
  /** A tax whose name is not known. */
  readonly tax: string
  readonly statement: Readonly<
    Record<
      'time' | 'kind' | 'amount' | 'currency' | 'balance' | 'booking' | 'park' | 'receipt' | 'reference' | 'file',
      string
    >
  > & { readonly kinds: Readonly<Record<TransactionKind, string>> }
  /** Line items that a gateway's page shows. */
  readonly topUpItem: string
  readonly bookingItem: string
}

export const PAYMENT_TEXTS: Readonly<Record<Language, PaymentTexts>> = { en: paymentEn, fr: paymentFr }
