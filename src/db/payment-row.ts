import type { PaymentInfo, PaymentWire } from '../contract/payments.ts'
import type { Currency } from '../domain/money.ts'
import type { PaidStay } from './command.ts'

/** How to continue the payment. The card form's secret is fetched when the form opens, and never stored. */
export type PayLink = Omit<PaymentInfo, 'client_secret'>

export interface PaymentRow {
  readonly reference: string
  readonly currency: Currency
  /** RFC 3339 in UTC, so it sorts as text. */
  readonly createdAt: string
  readonly payment: PaymentWire
  /** Null when another phone started the payment, so this one does not know its page. */
  readonly link: PayLink | null
  readonly stay: PaidStay | null
  /** Provider's time minus the phone's when it was stored: a wrong clock must not shorten the time to pay. */
  readonly aheadMs: number
  readonly savedAt: number
  /** The driver has dismissed the reminder; a payment that arrives later is still credited. */
  readonly dismissed?: true
}
