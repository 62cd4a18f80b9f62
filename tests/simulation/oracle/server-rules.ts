import type { ServerState, SeedServer } from '../target.ts'
import { hold } from './violation.ts'

type Parks = SeedServer['parks']

/** Most stays that share a moment. */
function mostAtOnce(stays: readonly { readonly from: number; readonly to: number }[]): number {
  return Math.max(0, ...stays.map(({ from }) => stays.filter((other) => other.from <= from && from < other.to).length))
}

function checkCapacity(state: ServerState, parks: Parks): void {
  for (const park of parks) {
    const stays = state.bookings
      .filter(({ booking }) => booking.park_id === park.id && booking.status === 'active')
      .map(({ booking }) => ({ from: Date.parse(booking.start_time), to: Date.parse(booking.end_time) }))
    const most = mostAtOnce(stays)
    hold(most <= park.capacity, 'capacity', () => `${park.name}: ${String(most)} of ${String(park.capacity)}`)
  }
}

/** What a driver has paid for bookings, less what came back. */
export const paidBy = (state: ServerState, userId: string): number =>
  state.bookings
    .filter((owned) => owned.userId === userId)
    .reduce((sum, { booking }) => sum + booking.total - (booking.refund ?? 0), 0)

/** `creditedMinor`: what was ever put into each wallet, by the world's own books. */
function checkMoney(state: ServerState, creditedMinor: ReadonlyMap<string, number>): void {
  hold(state.ledgerMinor === 0, 'ledger', () => `entries sum to ${String(state.ledgerMinor)}`)
  for (const wallet of state.wallets) {
    const { userId, balanceMinor, entriesMinor } = wallet
    hold(balanceMinor >= 0, 'balance', () => JSON.stringify(wallet))
    hold(balanceMinor === entriesMinor, 'ledger', () => JSON.stringify(wallet))
    const expected = (creditedMinor.get(userId) ?? 0) - paidBy(state, userId)
    hold(balanceMinor === expected, 'ledger', () => `${JSON.stringify(wallet)}, by the bookings ${String(expected)}`)
  }
}

export function checkServer(state: ServerState, parks: Parks, creditedMinor: ReadonlyMap<string, number>): void {
  checkMoney(state, creditedMinor)
  checkCapacity(state, parks)
}
