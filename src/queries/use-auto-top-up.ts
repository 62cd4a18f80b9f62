import type { AutoTopUp } from '../contract/payments.ts'
import { readAutoTopUp } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved } from './query.ts'

/** As the provider last returned it; null when never fetched. */
export const useAutoTopUp = (currency: Currency): Query<AutoTopUp | null> =>
  useSaved(() => readAutoTopUp(currency), [currency])
