import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Transaction } from '../../src/contract/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'
import { HELD_SQL } from './withdrawals.ts'

export interface WalletRow {
  readonly wallet_id: string
  /** The spendable amount. */
  readonly balance_minor: number
  /** Being paid out, not part of the balance; omitted where withdrawals are impossible. */
  readonly held_minor?: number
}

/** Sandbox only, once per wallet: 20,000 naira, 20,000 francs, 100 dollars, in minor units. */
export const WELCOME_CREDIT_MINOR: Readonly<Record<Currency, number>> = {
  NGN: 2_000_000,
  XOF: 20_000,
  USD: 10_000,
  CAD: 10_000,
}

export interface WalletOwner {
  readonly userId: UserId
  readonly currency: Currency
  readonly sandbox: boolean
  readonly nowMs: number
}

/**
 * Returns the user's wallet in that currency and opens it, in the sandbox with the welcome credit, if there is none.
 */
export async function openWallet(db: Queryable, owner: WalletOwner): Promise<WalletRow> {
  const known = await findWallet(db, owner.userId, owner.currency)
  if (known !== undefined) return known
  const [row] = await db.query<WalletRow>('select wallet_id, balance_minor from open_wallet($1, $2, $3, $4, $5)', [
    owner.userId,
    owner.currency,
    uuid7(owner.nowMs),
    owner.sandbox ? WELCOME_CREDIT_MINOR[owner.currency] : 0,
    new Date(owner.nowMs),
  ])
  return must(row, 'opened wallet')
}

export async function findWallet(db: Queryable, userId: UserId, currency: Currency): Promise<WalletRow | undefined> {
  const [row] = await db.query<WalletRow>(
    `select w.wallet_id, w.balance_minor, ${HELD_SQL} as held_minor from wallets w where w.user_id = $1 and w.currency = $2`,
    [userId, currency],
  )
  return row
}

interface TransactionRow {
  readonly entry_id: number
  readonly kind: Transaction['kind']
  readonly amount_minor: number
  readonly balance_after: number
  readonly currency: Currency
  readonly booking_code: string | null
  readonly park_name: string | null
  readonly receipt_number: string | null
  readonly created_at: Instant
}

/** Lists entries of a wallet, newest first. */
export async function listTransactions(
  db: Queryable,
  wallet: { readonly walletId: string; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly TransactionRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<TransactionRow>(
      `select e.entry_id, p.kind, e.amount_minor, e.balance_after, p.currency, b.booking_code, k.name as park_name,
              ${RECEIPT_SQL} as receipt_number, p.created_at
         from entries e join postings p using (posting_id)
         left join bookings b on b.booking_id = p.booking_id left join parks k on k.id = b.park_id
         left join receipts r on r.posting_id = p.posting_id
        where e.wallet_id = $1 order by e.entry_id desc limit $2 offset $3`,
      [wallet.walletId, wallet.size, (wallet.page - 1) * wallet.size],
    ),
    db.query<{ total: number }>('select count(*) as total from entries where wallet_id = $1', [wallet.walletId]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** Locks the wallet and returns its spendable amount, which stays valid until the transaction ends. */
export async function lockBalance(tx: Queryable, walletId: string): Promise<number> {
  const [row] = await tx.query<{ balance_minor: number }>(
    'select balance_minor from wallets where wallet_id = $1 for no key update',
    [walletId],
  )
  return must(row, 'wallet').balance_minor
}
