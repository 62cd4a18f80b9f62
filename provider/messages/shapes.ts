/** The texts every language must provide. These types make each text file complete and do not depend on the files. */
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

/** Values already formatted for the language, which a text references in braces: `{missing}`. */
export type Facts = Readonly<Record<string, string>>

export interface ProblemText {
  readonly title: string
  readonly detail: string
  /** Used instead of `detail` when every fact it references is given. */
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

/** Every mail the provider sends, and the texts of the sandbox mailbox. */
export interface MailTexts {
  readonly keepGuest: (facts: { readonly code: string }) => MailText
  readonly verifyEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly alreadyRegistered: (facts: Linked) => MailText
  readonly resetPassword: (facts: Linked & { readonly passkeys: readonly string[] }) => MailText
  readonly passwordChanged: (facts: Linked) => MailText
  readonly passkeyAdded: (facts: Linked) => MailText
  readonly passkeyRemoved: (facts: Linked) => MailText
  readonly changeEmail: (facts: { readonly firstName: string; readonly code: string }) => MailText
  readonly emailChanged: (facts: { readonly firstName: string }) => MailText
  readonly accountDeleted: (facts: { readonly firstName: string }) => MailText
  readonly mailbox: Readonly<Record<'title' | 'intro' | 'address' | 'show' | 'empty' | 'code' | 'to', string>>
}

interface BookingFacts {
  readonly park: string
  readonly amount: string
  /** The company that paid; null when the driver did. */
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
  /** The operator closed the car park. `amount` is empty when nothing was paid. */
  readonly closed: (facts: BookingFacts) => MailHead
  /**
   * A stay in progress where the operator has closed the car park. `from` is empty when the closure has already begun.
   */
  readonly closing: (facts: { readonly park: string; readonly plate: string; readonly from: string }) => MailHead
  readonly notRefunded: (facts: BookingFacts) => MailHead
  /** Sent on its own when the driver has turned the other emails off. */
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
  /** The code of the booking or the order. */
  readonly code: string
  readonly link: string
}

interface AutoCharge {
  readonly firstName: string
  readonly amount: string
  /** "Visa 4242"; empty when the gateway named no card. */
  readonly card: string
  readonly link: string
}

/** Payment texts outside problem documents: next to a pending verification, and on the sandbox gateway's page. */
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
  /** About a payment that arrived after its hold had ended and the space or the goods were gone. */
  readonly lateMail: (facts: LatePayment) => MailText
  /** To the recipient of a gift, with its code and a link that contains it. */
  readonly giftMail: (facts: { readonly amount: string; readonly code: string; readonly link: string }) => MailText
  /** About automatic charges: one that succeeded, and their suspension after declined ones. */
  readonly autoMail: Readonly<Record<'charged' | 'switchedOff', (facts: AutoCharge) => MailText>>
  /** The label of a tax whose name is unknown. */
  readonly tax: string
  readonly statement: Readonly<
    Record<
      'time' | 'kind' | 'amount' | 'currency' | 'balance' | 'booking' | 'park' | 'receipt' | 'reference' | 'file',
      string
    >
  > & { readonly kinds: Readonly<Record<TransactionKind, string>> }
  /** Line items shown on a gateway's page. */
  readonly topUpItem: string
  readonly bookingItem: string
  readonly orderItem: string
}

export interface PushText {
  readonly title: string
  readonly body: string
}

/** Values formatted for the language. `time` is the end of the stay in the park's zone. */
export interface PushFacts {
  readonly park: string
  readonly plate: string
  readonly time: string
  readonly minutes: number
  readonly amount: string
  /** The company whose wallet is refunded; null when it is the driver's. */
  readonly company: string | null
}

/**
 * The operator's reason for closing a car park, and the names of nearby ones that have space; `amount` is empty when
 * nothing was paid.
 */
export interface ClosedFacts {
  readonly reason: string
  readonly nearby: string
}

export interface PushTexts {
  readonly ends: (facts: PushFacts) => PushText
  /** The stay ends soon and no space is available after that. */
  readonly endsFull: (facts: PushFacts) => PushText
  /** A monthly pass ends; names its last day. */
  readonly passEnds: (facts: PushFacts & { readonly lastDay: string }) => PushText
  readonly cancelled: (facts: PushFacts) => PushText
  readonly refunded: (facts: PushFacts) => PushText
  readonly full: (facts: PushFacts) => PushText
  readonly postponed: (facts: PushFacts & { readonly event: string; readonly chooseBy: string }) => PushText
  /** The operator has closed the car park, so the booking is cancelled. */
  readonly closed: (facts: PushFacts & ClosedFacts) => PushText
  /** The same for a stay in progress. `from` is empty when the closure has already begun. */
  readonly closing: (facts: PushFacts & Readonly<Record<'reason' | 'from', string>>) => PushText
  /** Auto top-up of the wallet in that currency was turned off. */
  readonly autoTopUpOff: (currency: Currency) => PushText
  readonly extend: string
  readonly directions: string
}

/** Texts of a printed sign; none contains anything that changes, such as a price. */
export interface SignTexts {
  readonly scan: string
  /** Printed above the code. */
  readonly orType: string
  readonly opens: (host: string) => string
  readonly demo: string
}
