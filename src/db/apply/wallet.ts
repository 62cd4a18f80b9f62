import type { AutoTopUp } from '../../contract/payments.ts'
import type { Transaction, Wallet } from '../../contract/wallet.ts'
import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { inChunks } from './in-chunks.ts'
import { findOvertaking, isOfThisTime, type Landing, noteLanded } from './pull-order.ts'
import { asUser, writeAsUser } from '../as-user.ts'

interface Asked {
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
}

/**
 * When two balances were requested at once, the order of landing decides, as for lists: their `as_of` is written after
 * they were read, by a clock that may be set back.
 */
export async function applyWallet(
  dbs: Databases,
  userId: string,
  {
    wallet,
    ifOther,
    ...asked
  }: Asked & {
    readonly wallet: Wallet
    /** Called when the known balance was different or missing. */
    readonly ifOther?: () => void
  },
): Promise<Landing> {
  const { currency } = wallet
  const key = `wallet:${currency}`
  const work = async (db: UserDb): Promise<Landing> => {
    const known = await db.wallets.get(currency)
    if (known?.wallet.balance !== wallet.balance || known.wallet.held !== wallet.held) ifOther?.()
    const overtaking = await findOvertaking(db, key, asked.since)
    if (overtaking !== undefined || !(await isOfThisTime(db, asked.since))) return overtaking ?? 'overtaken'
    await db.wallets.put({ ...known, currency, wallet, savedAt: asked.savedAt })
    await noteLanded(db, key, asked)
    return 'applied'
  }
  return (await asUser(dbs, userId, { tables: ['wallets', 'saved'], work })) ?? 'late'
}

/** Stored in the row of the balance that it refills; ignored for a wallet that was never fetched. */
export const applyAutoTopUp = (dbs: Databases, userId: string, autoTopUp: AutoTopUp): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['wallets'],
    work: (db) => db.wallets.update(autoTopUp.currency, { autoTopUp }),
  })

export interface TransactionPull extends Asked {
  readonly currency: Wallet['currency']
  /** The ledger only grows, so rows are added and never swept. */
  readonly transactions: readonly Transaction[]
}

/** Returns false when the driver is signed out. */
export async function applyTransactions(dbs: Databases, userId: string, pull: TransactionPull): Promise<boolean> {
  const key = `transactions:${pull.currency}`
  let isOwn = false
  await inChunks(pull.transactions, async (chunk, { isLast }) => {
    const work = async (db: UserDb): Promise<void> => {
      if (!(await isOfThisTime(db, pull.since))) return
      await db.transactions.bulkPut([...chunk])
      if (isLast && (await findOvertaking(db, key, pull.since)) === undefined) await noteLanded(db, key, pull)
    }
    isOwn = await writeAsUser(dbs, userId, { tables: ['transactions', 'saved'], work })
  })
  return isOwn
}
