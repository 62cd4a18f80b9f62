import type { Wallet } from '../contract/wallet.ts'
import { readWallet } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { type Query, useSaved } from './query.ts'

/** The provider's last balance. Null until one was pulled. */
export const useWallet = (currency: Currency): Query<Wallet | null> => useSaved(() => readWallet(currency), [currency])
