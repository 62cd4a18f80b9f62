import { useLingui } from '@lingui/react/macro'
import type { TransactionKind } from '../domain/wallet.ts'

/** Returns the names of transaction kinds for a file or a table. */
export function useTransactionKindTexts(): Readonly<Record<TransactionKind, string>> {
  const { t } = useLingui()
  return {
    booking: t`Booking`,
    extension: t`Extension`,
    refund: t`Refund`,
    top_up: t`Top-up`,
    welcome_credit: t`Welcome credit (demo)`,
    promo: t`Promotion`,
    withdrawal: t`Withdrawal`,
    adjustment: t`Correction`,
    reversal: t`Payment taken back`,
    dispute: t`Payment disputed`,
    order: t`Order`,
    order_refund: t`Refund of an order`,
    gift: t`Gift for somebody`,
    gift_refund: t`Cancelled gift`,
    gift_redeemed: t`Gift received`,
    document: t`Vehicle documents`,
    document_refund: t`Refund for vehicle documents`,
    plan: t`Plan`,
    referral: t`Referral`,
  }
}
