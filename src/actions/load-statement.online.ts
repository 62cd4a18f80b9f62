import type { ApiError } from '../api/api-error.ts'
import { listTransactions } from '../api/wallet.ts'
import { MAXIMUM_PAGES, PAGE_SIZE } from '../config/limits.ts'
import type { Transaction } from '../contract/wallet.ts'
import { applyTransactions } from '../db/apply/wallet.ts'
import { readTransactions } from '../db/read/wallet.ts'
import type { Currency } from '../domain/money.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

export interface Statement {
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  /** False: the provider was not reached, and this phone may hold the latest alone. */
  readonly isComplete: boolean
}

async function pullAll(phone: Phone, userId: string, currency: Currency): Promise<Result<null, ApiError>> {
  let pages = 1
  for (let page = 1; page <= Math.min(pages, MAXIMUM_PAGES); page += 1) {
    const answer = await listTransactions(phone.client, { currency, page, size: PAGE_SIZE })
    if (!answer.ok) return answer
    const { items: transactions } = answer.value
    await applyTransactions(phone.dbs, userId, { currency, transactions, savedAt: phone.clock.now() })
    pages = answer.value.pages
  }
  return ok(null)
}

/** Every transaction of a currency: brought to the phone first where the provider can be reached, else what is saved. */
export const loadStatement = (currency: Currency, phone: Phone = thisPhone): Promise<Result<Statement, ActionError>> =>
  withStorage(async () => {
    const pulled = await attemptAsUser(phone, (userId) => pullAll(phone, userId, currency))
    const { value: transactions } = await readTransactions(currency, phone.dbs)
    return ok({ transactions, isComplete: pulled.ok })
  })
