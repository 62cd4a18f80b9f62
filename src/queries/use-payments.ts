import { type PaymentRow, type PaymentWishRow, readOpenPayments, readPayment, readWishes } from '../db/read/payments.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved } from './query.ts'

export type { PaymentRow, PaymentWishRow } from '../db/read/payments.ts'

/** What the driver began and has not finished. */
export interface UnfinishedPayments {
  /** Kept with no connection, or sent without an answer; in any currency. */
  readonly wishes: readonly PaymentWishRow[]
  readonly open: readonly PaymentRow[]
}

async function readUnfinished(currency: Currency): Promise<Saved<UnfinishedPayments>> {
  const [wishes, open] = await Promise.all([readWishes(), readOpenPayments(currency)])
  return { value: { wishes, open }, savedAt: null }
}

export const useUnfinishedPayments = (currency: Currency): Query<UnfinishedPayments> =>
  useSaved(() => readUnfinished(currency), [currency])

/** Null: not known on this phone. Follows what another tab hears of it. */
export const usePayment = (reference: string): Query<PaymentRow | null> =>
  useSaved(() => readPayment(reference), [reference])
