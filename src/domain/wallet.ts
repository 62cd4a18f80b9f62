/**
 * What moves a wallet. `promo` is a discount given as money, `withdrawal` money paid out or, where that failed, returned. `reversal` and
 * `dispute`: a payment went back at the gateway, or what went back there has come again.
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
