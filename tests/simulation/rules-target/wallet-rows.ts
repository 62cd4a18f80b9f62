import { WELCOME_CREDIT_MINOR, type WalletOwner, type WalletRow } from '../../../provider/repositories/wallet.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { type Currency, sumMinor } from '../../../src/domain/money.ts'
import { must } from '../../../src/lib/assert.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import type { Memory } from './memory.ts'
import type { Part } from './rows.ts'

/** The database's own error: `handleError` reads the constraint's name. */
const userIsGone = (): Error =>
  Object.assign(new Error('No such user'), { code: '23503', constraint: 'wallets_user_id_fkey' })

/** The amount of a wallet held by open withdrawals. */
export function heldMinorOf({ withdrawals, refunds }: Memory, walletId: string): number {
  const open = withdrawals
    .filter((row) => row.wallet_id === walletId && (row.state === 'requested' || row.state === 'paying'))
    .map(({ withdrawal_id }) => withdrawal_id)
  if (open.length === 0) return 0
  const held = refunds.filter(
    ({ withdrawal_id, state }) => open.includes(withdrawal_id) && (state === 'planned' || state === 'sent'),
  )
  return sumMinor(held.map(({ amount_minor }) => amount_minor))
}

export function findWallet(memory: Memory, userId: UserId, currency: Currency): WalletRow | undefined {
  const walletId = walletIdOf(userId, currency)
  const row = memory.wallets.find(walletId)
  return row === undefined ? undefined : { ...row, held_minor: heldMinorOf(memory, walletId) }
}

export interface Opening extends Omit<WalletOwner, 'sandbox'> {
  readonly welcomeMinor: number
}

export function openWallet(memory: Memory, { userId, currency, welcomeMinor, nowMs }: Opening): WalletRow {
  const { wallets, users } = memory
  const walletId = walletIdOf(userId, currency)
  const known = findWallet(memory, userId, currency)
  if (known !== undefined) return known
  if (users.find(userId) === undefined) throw userIsGone()
  wallets.insert(walletId, { wallet_id: walletId, user_id: userId, currency, balance_minor: 0 })
  const key = `welcome:${userId}:${currency}`
  const against = [['promo', -welcomeMinor]] as const
  if (welcomeMinor > 0)
    postToWallet(memory, { walletId, amountMinor: welcomeMinor, against, key, kind: 'welcome_credit', nowMs })
  return wallets.must(walletId)
}

export const walletRows: Part<'openWallet' | 'findWallet' | 'listTransactions'> = (memory) => {
  const { postings, bookings, parks } = memory
  return {
    findWallet: (userId, currency) => findWallet(memory, userId, currency),
    openWallet: ({ sandbox, ...owner }) =>
      openWallet(memory, { ...owner, welcomeMinor: sandbox ? WELCOME_CREDIT_MINOR[owner.currency] : 0 }),
    listTransactions({ walletId, page, size }) {
      const rows = postings.all().flatMap((posting) => {
        const entry = posting.entries.find((candidate) => candidate.walletId === walletId)
        if (entry === undefined) return []
        const booking = posting.bookingId === null ? undefined : bookings.find(posting.bookingId)
        return {
          entry_id: entry.id,
          kind: posting.kind,
          amount_minor: entry.amountMinor,
          balance_after: must(entry.balanceAfter, 'balance after'),
          currency: posting.currency,
          booking_code: booking?.booking_code ?? null,
          park_name: booking === undefined ? null : parks.must(booking.park_id).name,
          receipt_number: null,
          created_at: toInstant(posting.createdMs),
        }
      })
      const newest = rows.toSorted((a, b) => b.entry_id - a.entry_id)
      return { rows: newest.slice((page - 1) * size, page * size), total: rows.length }
    },
  }
}
