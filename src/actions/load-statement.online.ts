import { MAXIMUM_PAGES } from '../config/limits.ts'
import type { Transaction } from '../contract/wallet.ts'
import { readTransactions } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullTransactions } from '../sync/pull/pull-wallet.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

export interface Statement {
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  /** False: the provider was not reached, and this phone may hold the latest alone. */
  readonly isComplete: boolean
}

/** Every transaction of a currency: brought to the phone first where the provider can be reached, else what is saved. */
export const loadStatement = (currency: Currency, phone: Phone = thisPhone): Promise<Result<Statement, ActionError>> =>
  withStorage(async () => {
    const pulled = await attemptAsUser(phone, (userId) =>
      pullTransactions(phone, userId, { currency, pages: MAXIMUM_PAGES }),
    )
    const { value: transactions } = await readTransactions(currency, phone.dbs)
    return ok({ transactions, isComplete: pulled.ok })
  })
