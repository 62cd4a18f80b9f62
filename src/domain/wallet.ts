/**
 * Kinds of wallet movements. `promo` is a discount credited as money, `withdrawal` a payout or the return of a failed
 * one. `reversal` and `dispute`: the gateway returned a payment, or such a return was undone.
 */
export const TRANSACTION_KINDS = [
  'booking',
  'extension',
  'refund',
  'top_up',
  'welcome_credit',
  'promo',
  'withdrawal',
  'adjustment',
  'reversal',
  'dispute',
  'order',
  'order_refund',
  'gift',
  'gift_refund',
  'gift_redeemed',
  'document',
  'document_refund',
  'plan',
  'referral',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]
