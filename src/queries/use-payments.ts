import { type PaymentRow, readOpenPayments, readPayment } from '../db/read/payments.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved, useSavedOf } from './query.ts'

export type { PaymentRow } from '../db/read/payments.ts'

async function readOpen(currency: Currency): Promise<Saved<readonly PaymentRow[]>> {
  return { value: await readOpenPayments(currency), savedAt: null }
}

/** Payments of a currency that the driver can still pay, newest first. */
export const useOpenPayments = (currency: Currency): Query<readonly PaymentRow[]> =>
  useSaved(() => readOpen(currency), [currency])

/** Null when unknown on this phone. Updates when another tab receives an answer about it. */
export const usePayment = (reference: string): Query<PaymentRow | null> =>
  useSavedOf(reference, () => readPayment(reference))
