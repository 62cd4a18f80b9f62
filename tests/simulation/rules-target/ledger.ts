import type { MoneyRefusal } from '../../../provider/repositories/booking-writes.ts'
import type { Shares } from '../../../provider/rules/price-stay.ts'
import type { BookingId, UserId } from '../../../src/domain/ids.ts'
import { type Currency, sumMinor } from '../../../src/domain/money.ts'
import { invariant, must } from '../../../src/lib/assert.ts'
import { byText, type Entry, type Memory, type Posting, type PostingKind, type StoredBooking } from './memory.ts'

type Amounts = ReadonlyArray<readonly [account: string, amountMinor: number]>

export const walletIdOf = (userId: UserId, currency: Currency): string => `${userId} ${currency}`

export interface WalletPosting {
  readonly walletId: string
  /** Into the wallet; negative is out of it. */
  readonly amountMinor: number
  /** The other accounts, which sum to the negated amount. */
  readonly against: Amounts
  readonly key: string
  readonly kind: PostingKind
  readonly bookingId?: BookingId
  readonly nowMs: number
}

/** Writes the entries of one posting; they must sum to zero, and its key must be new. */
function post(memory: Memory, posting: Omit<Posting, 'entries'>, entries: ReadonlyArray<Omit<Entry, 'id'>>): void {
  invariant(sumMinor(entries.map((entry) => entry.amountMinor)) === 0, 'a posting sums to zero')
  const first = memory.postings.all().reduce((count, known) => count + known.entries.length, 1)
  const numbered = entries.map((entry, index) => ({ id: first + index, ...entry }))
  memory.postings.insert(posting.key, { ...posting, entries: numbered })
}

const toEntries = (amounts: Amounts): ReadonlyArray<Omit<Entry, 'id'>> =>
  amounts
    .filter(([, amount]) => amount !== 0)
    .map(([account, amountMinor]) => ({ account, amountMinor, walletId: null, balanceAfter: null }))

/**
 * Throws whenever the database's checks and triggers do: for a negative balance, entries that do not sum to zero, or a
 * key used twice.
 */
export function postToWallet(memory: Memory, posting: WalletPosting): number {
  const { walletId, amountMinor, against, key, kind, bookingId, nowMs } = posting
  const { currency, balance_minor } = memory.wallets.must(walletId)
  const balanceAfter = balance_minor + amountMinor
  invariant(balanceAfter >= 0, 'a wallet is never negative')
  memory.wallets.update(walletId, { balance_minor: balanceAfter })
  const own = { account: 'wallet', walletId, amountMinor, balanceAfter }
  const facts = { key, kind, currency, bookingId: bookingId ?? null, createdMs: nowMs }
  post(memory, facts, [own, ...toEntries(against)])
  return balanceAfter
}

/** Posts between accounts other than wallets. */
export function postBetween(
  memory: Memory,
  posting: Pick<Posting, 'key' | 'kind' | 'currency' | 'createdMs'>,
  amounts: Amounts,
): void {
  post(memory, { ...posting, bookingId: null }, toEntries(amounts))
}

export interface Charge extends Shares {
  readonly key: string
  readonly kind: 'booking' | 'extension'
  readonly nowMs: number
}

type Paying = Pick<StoredBooking, 'booking_id' | 'user_id' | 'park_id' | 'currency'>

/** Pays from the wallet to park, fees and tax. Returns null, or the reason for a refusal. */
export function payForBooking(memory: Memory, booking: Paying, charge: Charge): MoneyRefusal | null {
  const { totalMinor, feesMinor, taxMinor, key, kind, nowMs } = charge
  if (totalMinor === 0) return null
  const walletId = walletIdOf(booking.user_id, booking.currency)
  const wallet = memory.wallets.find(walletId)
  if (wallet === undefined) return 'wallet_missing'
  if (wallet.balance_minor < totalMinor) return 'wallet_too_low'
  const against: Amounts = [
    [`park:${String(booking.park_id)}`, totalMinor - feesMinor - taxMinor],
    ['fees', feesMinor],
    ['tax', taxMinor],
  ]
  postToWallet(memory, { walletId, amountMinor: -totalMinor, against, key, kind, bookingId: booking.booking_id, nowMs })
  return null
}

/** Sums some postings per account, without the wallet. */
function heldOf(postings: readonly Posting[]): Amounts {
  const held = new Map<string, number>()
  for (const { account, amountMinor } of postings.flatMap(({ entries }) => entries))
    if (account !== 'wallet') held.set(account, (held.get(account) ?? 0) + amountMinor)
  return [...held].filter(([, amount]) => amount !== 0)
}

/** Splits `part` in proportion, largest remainders first, then by name, so that the shares sum to it. */
function shareOut(held: Amounts, part: number, whole: number): Amounts {
  const parts = held.map(([account, amount]) => {
    const remainder = (((amount * part) % whole) + whole) % whole
    return { account, remainder, share: (amount * part - remainder) / whole }
  })
  const left = part - sumMinor(parts.map(({ share }) => share))
  return parts
    .toSorted((a, b) => b.remainder - a.remainder || byText(a.account, b.account))
    .map(({ account, share }, index) => [account, share + (index < left ? 1 : 0)] as const)
}

/** Refunds part of a booking by reversing its postings in proportion. */
export function refundBooking(
  memory: Memory,
  bookingId: BookingId,
  refund: { readonly refundMinor: number; readonly key: string; readonly nowMs: number },
): void {
  const { refundMinor, key, nowMs } = refund
  if (refundMinor === 0) return
  const postings = memory.postings.filter((posting) => posting.bookingId === bookingId)
  const paid = postings.flatMap(({ entries }) => entries).filter(({ account }) => account === 'wallet')
  const walletId = must(paid[0]?.walletId, 'wallet that paid')
  const paidMinor = -sumMinor(paid.map(({ amountMinor }) => amountMinor))
  invariant(refundMinor <= paidMinor, 'a refund is at most what was paid')
  const against = shareOut(heldOf(postings), refundMinor, paidMinor).map(
    ([account, share]) => [account, -share] as const,
  )
  postToWallet(memory, { walletId, amountMinor: refundMinor, against, key, kind: 'refund', bookingId, nowMs })
}
