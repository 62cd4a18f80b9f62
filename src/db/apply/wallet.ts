import type { AutoTopUp } from '../../contract/payments.ts'
import type { Transaction, Wallet } from '../../contract/wallet.ts'
import type { Databases } from '../databases.ts'
import { inChunks } from './in-chunks.ts'
import { writeAsUser } from './user-rows.ts'

/** The provider's `as_of` orders balances: an answer that was computed earlier never replaces a later one. */
export const applyWallet = (
  dbs: Databases,
  userId: string,
  answer: { wallet: Wallet; savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', db.wallets, async () => {
      const { wallet, savedAt } = answer
      const known = await db.wallets.get(wallet.currency)
      if (known !== undefined && Date.parse(known.wallet.as_of) > Date.parse(wallet.as_of)) return
      await db.wallets.put({ ...known, currency: wallet.currency, wallet, savedAt })
    }),
  )

/** Beside the balance that it fills; of a wallet that was never seen nothing is kept. */
export const applyAutoTopUp = (dbs: Databases, userId: string, autoTopUp: AutoTopUp): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.wallets.update(autoTopUp.currency, { autoTopUp }))

export interface TransactionPull {
  readonly currency: Wallet['currency']
  /** The ledger only grows, so rows are added and never swept. */
  readonly transactions: readonly Transaction[]
  readonly savedAt: number
}

export const applyTransactions = (dbs: Databases, userId: string, pull: TransactionPull): Promise<boolean> =>
  writeAsUser(dbs, userId, async (db) => {
    await inChunks(pull.transactions, (chunk) => db.transactions.bulkPut([...chunk]))
    await db.saved.put({ key: `transactions:${pull.currency}`, savedAt: pull.savedAt })
  })
