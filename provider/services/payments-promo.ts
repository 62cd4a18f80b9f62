import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { must } from '../../src/lib/assert.ts'
import type { Database } from '../db/database.ts'
import { findUserByEmail } from '../repositories/users.ts'
import { openWallet } from '../repositories/wallet.ts'

export interface Promo {
  readonly email: string
  readonly currency: Currency
  readonly amountMinor: number
  /** A promotion of this name is granted once, however often it is requested. */
  readonly name: string
  readonly sandbox: boolean
  readonly nowMs: number
}

/**
 * Grants promotion credit from account 'promo'. `ok` holds the new balance, or null when this user already received it.
 */
export async function grantPromo(db: Database, promo: Promo): Promise<Result<number | null, 'no_such_user'>> {
  const { currency, amountMinor, name, nowMs } = promo
  const user = await findUserByEmail(db, promo.email.trim().toLowerCase())
  if (user === undefined) return err('no_such_user')
  return db.transaction(async (tx) => {
    const owner = { userId: user.user_id, currency, sandbox: promo.sandbox, nowMs }
    const wallet = await openWallet(tx, owner)
    await tx.query('select 1 from wallets where wallet_id = $1 for update', [wallet.wallet_id])
    const key = `promo:${name}:${user.user_id}:${currency}`
    const given = await tx.query('select 1 as given from postings where key = $1', [key])
    if (given.length > 0) return ok(null)
    const [row] = await tx.query<{ balance: number }>(
      `select post_to_wallet($1, $2, array['promo'], array[-$2::bigint], $3, 'promo', null, $4, $5) as balance`,
      [wallet.wallet_id, amountMinor, key, name, new Date(nowMs)],
    )
    return ok(must(row, 'balance after a promotion').balance)
  })
}
