/** What every language must say: each text file is complete by these types, and they know none of the files. */
import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { TransactionKind } from '../../src/domain/wallet.ts'

/** What is wrong with one field of a request. */
export type FieldCode =
  | 'required'
  | 'invalid'
  | 'too_short'
  | 'too_long'
  | 'out_of_range'
  | 'unknown_field'
  | 'phone'
  | 'park_id_required'
  | 'coupon_taken'
  | 'in_past'
  | 'already_member'
  | 'last_owner'
  | 'invitation_used'
  | 'invitation_invalid'

export interface FieldProblem {
  readonly field: string
  readonly code: FieldCode | ErrorCode
}

/** Values already formatted for the language, named in braces by a text: `{missing}`. */
export type Facts = Readonly<Record<string, string>>

export interface ProblemText {
  readonly title: string
  readonly detail: string
  /** Used instead of `detail` when every fact that it names is given. */
  readonly detailWithFacts?: string
}

export interface Messages {
  readonly problems: Readonly<Record<ErrorCode, ProblemText>>
  readonly fields: Readonly<Record<FieldCode, string>>
  readonly documentation: { readonly title: string; readonly intro: string }
}

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
  readonly keepGuest: (facts: { readonly code: string }) => MailText
  readonly verifyEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly alreadyRegistered: (facts: Linked) => MailText
  readonly resetPassword: (facts: Linked & { readonly passkeys: readonly string[] }) => MailText
  readonly passwordChanged: (facts: Linked) => MailText
  readonly passkeyAdded: (facts: Linked) => MailText
  readonly changeEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly emailChanged: (facts: { readonly firstName: string }) => MailText
  readonly accountDeleted: (facts: { readonly firstName: string }) => MailText
  readonly mailbox: Readonly<Record<'title' | 'intro' | 'address' | 'show' | 'empty' | 'code' | 'to', string>>
}

interface BookingFacts {
  readonly park: string
  readonly amount: string
  /** Who paid; null: the driver. */
  readonly company: string | null
}

interface MailHead {
  readonly subject: string
  readonly lead: string
}

/** Emails about a booking, and the labels of their rows. */
export interface BookingMailTexts {
  readonly hello: (firstName: string) => string
  readonly booking: (facts: BookingFacts) => MailHead
  readonly moved: (facts: BookingFacts & { readonly refund: string }) => MailHead
  readonly change: (facts: BookingFacts & { readonly until: string }) => MailHead
  readonly plate: (facts: { readonly park: string; readonly plate: string }) => MailHead
  readonly postponed: (facts: BookingFacts & Readonly<Record<'event' | 'stay' | 'chooseBy', string>>) => MailHead
  readonly refunded: (facts: BookingFacts) => MailHead
  /** By the operator. `amount` is empty where nothing was paid. */
  readonly closed: (facts: BookingFacts) => MailHead
  /** A stay that goes on where the operator has closed. `from` is empty where it is closed already. */
  readonly closing: (facts: { readonly park: string; readonly plate: string; readonly from: string }) => MailHead
  readonly notRefunded: (facts: BookingFacts) => MailHead
  /** Sent alone where the driver turned the other emails off. */
  readonly receipt: (facts: BookingFacts & { readonly number: string }) => MailHead
  readonly rows: Readonly<
    Record<
      'carPark' | 'stay' | 'plate' | 'code' | 'parking' | 'fees' | 'total' | 'receipt' | 'refund' | 'reason' | 'nearby',
      string
    >
  >
  readonly openPass: string
  readonly openReceipt: string
  readonly openBooking: string
  readonly settings: string
}

interface LatePayment {
  readonly firstName: string
  readonly amount: string
  readonly purpose: 'booking' | 'order'
  /** Of the booking or the order. */
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
  readonly creditedInstead: Readonly<Record<'booking' | 'order', string>>
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
      | 'back'
      | 'later'
      | 'reverse'
      | 'dispute'
      | 'dispute_won'
      | 'dispute_lost'
      | 'slow_refunds'
      | 'refunds_arrive'
      | 'refunds_fail',
      string
    >
  >
  /** About a payment that arrived after its hold had ended, when the space or the goods were gone. */
  readonly lateMail: (facts: LatePayment) => MailText
  /** To whom a gift is for, with its code and a link that holds it. */
  readonly giftMail: (facts: { readonly amount: string; readonly code: string; readonly link: string }) => MailText
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
  readonly orderItem: string
}

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
  /** Whose wallet it goes back to; null: the driver's. */
  readonly company: string | null
}

/** What notifications say. */
/** Why a car park is closed, as its operator says it, and the names of those nearby that have space; `amount` is empty where nothing was paid. */
export interface ClosedFacts {
  readonly reason: string
  readonly nearby: string
}

export interface PushTexts {
  readonly ends: (facts: PushFacts) => PushText
  /** There is no space after the end. */
  readonly endsFull: (facts: PushFacts) => PushText
  /** Of a monthly pass, whose last day it names. */
  readonly passEnds: (facts: PushFacts & { readonly lastDay: string }) => PushText
  readonly cancelled: (facts: PushFacts) => PushText
  readonly refunded: (facts: PushFacts) => PushText
  readonly full: (facts: PushFacts) => PushText
  readonly postponed: (facts: PushFacts & { readonly event: string; readonly chooseBy: string }) => PushText
  /** The operator has closed the car park: the booking is cancelled. */
  readonly closed: (facts: PushFacts & ClosedFacts) => PushText
  /** The same, of a stay that goes on. `from` is empty where it is closed already. */
  readonly closing: (facts: PushFacts & Readonly<Record<'reason' | 'from', string>>) => PushText
  /** Of the wallet in that currency. */
  readonly autoTopUpOff: (currency: Currency) => PushText
  readonly extend: string
  readonly directions: string
}

/** What a printed sign says; nothing that changes, such as a price. */
export interface SignTexts {
  readonly scan: string
  /** Above the code. */
  readonly orType: string
  readonly opens: (host: string) => string
  readonly demo: string
}
