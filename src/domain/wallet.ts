/** What moves a wallet. `promo` is a discount given as money, `withdrawal` money paid out. */
export const TRANSACTION_KINDS = [
  'booking',
  'extension',
  'refund',
  'top_up',
  'welcome_credit',
  'promo',
  'withdrawal',
  'adjustment',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]
