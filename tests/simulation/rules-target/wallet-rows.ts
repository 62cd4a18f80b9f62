import { WELCOME_CREDIT_MINOR } from '../../../provider/repositories/wallet.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import type { Part } from './rows.ts'

/** As the database says it: `handleError` reads the constraint's name. */
const userIsGone = (): Error =>
  Object.assign(new Error('No such user'), { code: '23503', constraint: 'wallets_user_id_fkey' })

export const walletRows: Part<'openWallet' | 'findWallet' | 'listTransactions'> = (memory) => {
  const { wallets, users, postings, bookings, parks } = memory
  return {
    findWallet: (userId, currency) => wallets.find(walletIdOf(userId, currency)),
    openWallet({ userId, currency, sandbox, nowMs }) {
      const walletId = walletIdOf(userId, currency)
      const known = wallets.find(walletId)
      if (known !== undefined) return known
      if (users.find(userId) === undefined) throw userIsGone()
      wallets.insert(walletId, { wallet_id: walletId, user_id: userId, currency, balance_minor: 0 })
      const amountMinor = sandbox ? WELCOME_CREDIT_MINOR[currency] : 0
      const key = `welcome:${userId}:${currency}`
      const posting = {
        walletId,
        amountMinor,
        against: [['promo', -amountMinor]],
        key,
        kind: 'welcome_credit',
        nowMs,
      } as const
      if (amountMinor > 0) postToWallet(memory, posting)
      return wallets.must(walletId)
    },
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
