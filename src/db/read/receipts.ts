import type { Transaction, Wallet } from '../../contract/wallet.ts'
import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { onUser } from '../with-db.ts'

type Currency = Wallet['currency']

/** Kinds of charges; a top-up and a refund have no receipt. */
const CHARGES: ReadonlySet<string> = new Set(['booking', 'extension', 'order'])

const latestOf = (db: UserDb, currency: Currency): Promise<Transaction[]> =>
  db.transactions
    .where('[currency+created_at]')
    .between([currency, ''], [currency, '\uffff'])
    // oxlint-disable-next-line unicorn/no-array-reverse -- a database collection, not an array
    .reverse()
    .toArray()

export interface ReceiptsAsked {
  readonly currency: Currency
  /** How many of the latest to keep. */
  readonly limit: number
  /** Epoch milliseconds. */
  readonly sinceMs: number
}

export interface ReceiptsWanted {
  /** Numbers of the receipts that this phone lacks, the newest first. */
  readonly missing: readonly string[]
  /** Whether a charge since `sinceMs` had no receipt from the provider yet. */
  readonly isOneComing: boolean
}

export const readReceiptsWanted = (
  dbs: Databases,
  userId: string,
  { currency, limit, sinceMs }: ReceiptsAsked,
): Promise<ReceiptsWanted> =>
  onUser(dbs, userId, (db) =>
    db.transaction('r', [db.transactions, db.receipts], async () => {
      const rows = await latestOf(db, currency)
      const numbers = rows.flatMap(({ receipt_number: number }) => number ?? []).slice(0, limit)
      const known = await db.receipts.bulkGet(numbers)
      const isOneComing = rows.some(
        ({ kind, receipt_number: number, created_at: at }) =>
          CHARGES.has(kind) && number === null && Date.parse(at) >= sinceMs,
      )
      return { missing: numbers.filter((_, index) => known[index] === undefined), isOneComing }
    }),
  )
