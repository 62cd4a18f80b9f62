import { type PaymentRow, readOpenPayments, readPayment } from '../db/read/payments.ts'
import type { Saved } from '../db/read/saved.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved, useSavedOf } from './query.ts'

export type { PaymentRow } from '../db/read/payments.ts'

async function readOpen(currency: Currency): Promise<Saved<readonly PaymentRow[]>> {
  return { value: await readOpenPayments(currency), savedAt: null }
}

/** Payments of a currency that the driver may still pay, newest first. */
export const useOpenPayments = (currency: Currency): Query<readonly PaymentRow[]> =>
  useSaved(() => readOpen(currency), [currency])

/** Null: not known on this phone. Follows what another tab hears of it. */
export const usePayment = (reference: string): Query<PaymentRow | null> =>
  useSavedOf(reference, () => readPayment(reference))
