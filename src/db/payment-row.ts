import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import type { Currency } from '../domain/money.ts'
import type { PaidStay } from './command.ts'

/** How to go on paying. The card form's secret is asked for when the form opens, and never stored. */
export type PayLink = Omit<PaymentInfo, 'client_secret'>

export interface PaymentRow {
  readonly reference: string
  readonly currency: Currency
  /** RFC 3339 in UTC, sorts as text. */
  readonly createdAt: string
  readonly payment: PaymentWire
  /** Null: started on another phone, so this one does not know its page. */
  readonly link: PayLink | null
  readonly stay: PaidStay | null
  /** Provider's time less the phone's when it was stored: a wrong clock must not shorten the time to pay. */
  readonly aheadMs: number
  readonly savedAt: number
  /** The driver does not want to be reminded of it any more; a payment that comes after all is still credited. */
  readonly dismissed?: true
}
