import type { Wallet } from '../contract/wallet.ts'
import { readWallet } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved } from './query.ts'

/** The last balance that the provider gave. Null: none was pulled yet. */
export const useWallet = (currency: Currency): Query<Wallet | null> => useSaved(() => readWallet(currency), [currency])
