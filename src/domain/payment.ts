/**
 * Gateway payments: allowed state transitions and amounts.
 *
 *   created --> sent --> pending --> succeeded <-----> refunded
 *                 \         \--> failed  --\             ^
 *                  \         \-> expired ---> succeeded_late
 *
 * The gateway is authoritative: a success that arrives after `failed` or `expired` means that money was taken, so those two
 * are final for the driver's screen but not for the ledger. `refunded` reverts when the refund fails or the dispute is won. All other
 * final states are permanent.
 */
import type { Currency } from './money.ts'
import { MINUTE_MS } from './instant.ts'

export const PAYMENT_STATES = [
  'created',
  'sent',
  'pending',
  'succeeded',
  'failed',
  'expired',
  'succeeded_late',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

const NEXT: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ['sent', 'failed', 'expired'],
  sent: ['pending', 'succeeded', 'succeeded_late', 'failed', 'expired'],
  pending: ['succeeded', 'succeeded_late', 'failed', 'expired'],
  succeeded: ['refunded'],
  failed: ['succeeded_late'],
  expired: ['succeeded_late'],
  succeeded_late: ['refunded'],
  refunded: ['succeeded', 'succeeded_late'],
}

export const canMovePayment = (from: PaymentState, to: PaymentState): boolean => NEXT[from].includes(to)

/** Whether the driver can still pay and no money is known to have been taken. */
export const isPaymentOpen = (state: PaymentState): boolean =>
  state === 'created' || state === 'sent' || state === 'pending'

export const isPaymentPaid = (state: PaymentState): boolean => state === 'succeeded' || state === 'succeeded_late'

/** How long a space is held during a gateway payment. */
export const HOLD_MINUTES = 15
export const HOLD_MS = HOLD_MINUTES * MINUTE_MS

/** Unpaid top-ups are closed after this; mobile-money pages expire after the same time. */
export const TOP_UP_MINUTES = 30
export const TOP_UP_MS = TOP_UP_MINUTES * MINUTE_MS

export interface AmountRange {
  readonly minimumMinor: number
  readonly maximumMinor: number
}

/** Range of one payment: above the gateways' own minimum, and low enough to limit a mistyped amount. */
export const PAYMENT_RANGE: Readonly<Record<Currency, AmountRange>> = {
  NGN: { minimumMinor: 5_000, maximumMinor: 50_000_000 },
  XOF: { minimumMinor: 100, maximumMinor: 500_000 },
  USD: { minimumMinor: 50, maximumMinor: 100_000 },
  CAD: { minimumMinor: 50, maximumMinor: 100_000 },
}

export const isPayable = (amountMinor: number, currency: Currency): boolean => {
  const { minimumMinor, maximumMinor } = PAYMENT_RANGE[currency]
  return Number.isSafeInteger(amountMinor) && amountMinor >= minimumMinor && amountMinor <= maximumMinor
}
