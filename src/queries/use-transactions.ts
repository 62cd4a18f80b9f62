import type { Transaction } from '../contract/wallet.ts'
import { readTransactions } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved } from './query.ts'

/** Newest first. */
export const useTransactions = (currency: Currency): Query<readonly Transaction[]> =>
  useSaved(() => readTransactions(currency), [currency])
