import type { Booking } from '../../../src/contract/bookings.ts'
import type { Currency } from '../../../src/domain/money.ts'
import type { Shop } from '../shop-thing.ts'
import type { OwnedBooking, ServerState, SeedServer } from '../target.ts'
import { checkWishes, paidForShop } from './shop-rules.ts'
import { hold } from './violation.ts'

type Parks = SeedServer['parks']

/** Returns the largest number of simultaneous stays. */
function mostAtOnce(stays: readonly { readonly from: number; readonly to: number }[]): number {
  return Math.max(0, ...stays.map(({ from }) => stays.filter((other) => other.from <= from && from < other.to).length))
}

/** The provider's present state. */
export interface Look {
  readonly state: ServerState
  readonly parks: Parks
  /** Undefined when there is no shop. */
  readonly event: Shop['event'] | undefined
  /** The true time, epoch milliseconds. */
  readonly nowMs: number
}

/** A space with an expired hold is free, even before the job has noticed. */
function takesSpace({ status, hold_until = null }: Booking, nowMs: number): boolean {
  return status === 'active' && (hold_until === null || Date.parse(hold_until) > nowMs)
}

function checkCapacity({ state, parks, nowMs }: Look): void {
  for (const park of parks) {
    const stays = state.bookings
      .filter(({ booking }) => booking.park_id === park.id && takesSpace(booking, nowMs))
      .map(({ booking }) => ({ from: Date.parse(booking.start_time), to: Date.parse(booking.end_time) }))
    const most = mostAtOnce(stays)
    hold(most <= park.capacity, 'capacity', () => `${park.name}: ${String(most)} of ${String(park.capacity)}`)
  }
}

/** An event never sells more spaces than it holds, and all its bookings begin when its parking does. */
function checkEvent({ state, event, nowMs }: Look): void {
  if (event === undefined) return
  const stays = state.bookings
    .map(({ booking }) => booking)
    .filter((booking) => booking.event?.code === event.code && takesSpace(booking, nowMs))
  hold(
    stays.length <= event.held,
    'an event sells what it keeps',
    () => `${String(stays.length)} of ${String(event.held)}`,
  )
  // Only the start is checked, because the driver may change the end.
  for (const { booking_id: id, start_time: start, event: facts } of stays) {
    const isSame = start === facts?.parking_from
    hold(isSame, 'a booking is for the date of its event', () => `${id}: ${start}, ${JSON.stringify(facts)}`)
  }
}

/** A space that is or was only held costs nothing; what it cost before a renewal still counts. */
function costOf({ booking: { status, hold_until = null, refund, total }, retainedMinor }: OwnedBooking): number {
  const isUnpaid = hold_until !== null || (status === 'cancelled' && refund === null)
  return retainedMinor + (isUnpaid ? 0 : total - (refund ?? 0))
}

/** What a driver has paid for bookings, less refunds. */
const paidForBookings = (state: ServerState, userId: string): number =>
  state.bookings.filter((owned) => owned.userId === userId).reduce((sum, owned) => sum + costOf(owned), 0)

/** What gateways have credited to the wallet. */
const credited = ({ payments }: ServerState, userId: string, currency: Currency): number =>
  payments
    .filter((payment) => payment.userId === userId && payment.currency === currency)
    .reduce((sum, { creditedMinor }) => sum + creditedMinor, 0)

/** Withdrawals paid or under way, all in Canadian dollars. */
const withdrawn = ({ withdrawals }: ServerState, userId: string): number =>
  withdrawals
    .filter((withdrawal) => withdrawal.userId === userId)
    .reduce((sum, { state: stands, amountMinor, paidMinor }) => {
      if (stands === 'paid') return sum + paidMinor
      return stands === 'requested' || stands === 'paying' ? sum + amountMinor : sum
    }, 0)

/** What a driver has spent from one wallet, less what came in, not counting what the world itself put in. */
export function paidBy(state: ServerState, userId: string, currency: Currency): number {
  const parking = currency === 'CAD' ? paidForBookings(state, userId) + withdrawn(state, userId) : 0
  return parking + paidForShop(state, userId, currency) - credited(state, userId, currency)
}

/** Key of one driver's wallet in one currency, in the world's own books. */
export const bookOf = (userId: string, currency: Currency): string => `${userId} ${currency}`

const CREDITED: ReadonlySet<string> = new Set(['succeeded', 'succeeded_late', 'refunded'])

/** The ledger agrees with the gateway's own books: each paid charge is credited once, and nothing else is. */
function checkPayments({ payments }: ServerState): void {
  for (const payment of payments) {
    const { state, amountMinor, creditedMinor, refundedMinor, charge } = payment
    const expected = CREDITED.has(state) ? amountMinor : 0
    hold(creditedMinor === expected, 'one credit per gateway reference', () => JSON.stringify(payment))
    const isPaid = charge?.status === 'paid' && charge.amountMinor === amountMinor
    hold(creditedMinor === 0 || isPaid, 'only what the gateway took is credited', () => JSON.stringify(payment))
    hold(refundedMinor === (charge?.refundedMinor ?? 0), 'the gateway gave back what we say', () =>
      JSON.stringify(payment),
    )
  }
}

/** @param creditedMinor everything ever put into each wallet (`bookOf`), by the world's own books */
function checkMoney(state: ServerState, creditedMinor: ReadonlyMap<string, number>): void {
  hold(state.ledgerMinor === 0, 'ledger', () => `entries sum to ${String(state.ledgerMinor)}`)
  for (const wallet of state.wallets) {
    const { userId, currency, balanceMinor, entriesMinor } = wallet
    hold(balanceMinor >= 0, 'balance', () => JSON.stringify(wallet))
    hold(balanceMinor === entriesMinor, 'ledger', () => JSON.stringify(wallet))
    const expected = (creditedMinor.get(bookOf(userId, currency)) ?? 0) - paidBy(state, userId, currency)
    hold(balanceMinor === expected, 'ledger', () => `${JSON.stringify(wallet)}, by the bookings ${String(expected)}`)
  }
}

/** A plate is in one space at a time, so two identical stays mean that one tap took effect twice. */
function checkTwins({ bookings }: ServerState): void {
  const seen = new Set<string>()
  for (const { userId, booking } of bookings) {
    if (booking.status !== 'active' || !booking.plate.startsWith('SIM-')) continue
    const stay = JSON.stringify([userId, booking.park_id, booking.plate, booking.start_time])
    hold(!seen.has(stay), 'one wish, one effect', () => stay)
    seen.add(stay)
  }
}

export function checkServer(look: Look, creditedMinor: ReadonlyMap<string, number>): void {
  checkMoney(look.state, creditedMinor)
  checkPayments(look.state)
  checkTwins(look.state)
  checkWishes(look.state)
  checkCapacity(look)
  checkEvent(look)
}
