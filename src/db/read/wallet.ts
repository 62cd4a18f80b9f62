import type { AutoTopUp } from '../../contract/payments.ts'
import type { Transaction, Wallet } from '../../contract/wallet.ts'
import { databases, type Databases } from '../databases.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export const readWallet = (currency: Wallet['currency'], dbs: Databases = databases): Promise<Saved<Wallet | null>> =>
  readAsUser<Saved<Wallet | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.wallets.get(currency)
    return { value: row?.wallet ?? null, savedAt: row?.savedAt ?? null }
  })

export const readAutoTopUp = (
  currency: Wallet['currency'],
  dbs: Databases = databases,
): Promise<Saved<AutoTopUp | null>> =>
  readAsUser<Saved<AutoTopUp | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.wallets.get(currency)
    return { value: row?.autoTopUp ?? null, savedAt: row?.savedAt ?? null }
  })

/** Newest first. */
export const readTransactions = (
  currency: Wallet['currency'],
  dbs: Databases = databases,
): Promise<Saved<readonly Transaction[]>> =>
  readAsUser<Saved<readonly Transaction[]>>(dbs, { value: [], savedAt: null }, async (db) => {
    // RFC 3339 in UTC sorts as text.
    const range = db.transactions.where('[currency+created_at]').between([currency, ''], [currency, '\uffff'])
    // oxlint-disable-next-line unicorn/no-array-reverse -- a database collection, not an array
    const newestFirst = range.reverse()
    const [value, saved] = await Promise.all([newestFirst.toArray(), db.saved.get(`transactions:${currency}`)])
    return { value, savedAt: saved?.savedAt ?? null }
  })
