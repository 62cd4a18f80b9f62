import type { Receipt } from '../contract/payments.ts'
import { readReceipt } from '../db/read/payments.ts'
import { type Query, useSavedOf } from './query.ts'

/** Null when it is neither one of the latest nor was viewed on this phone. */
export const useReceipt = (number: string): Query<Receipt | null> => useSavedOf(number, () => readReceipt(number))
