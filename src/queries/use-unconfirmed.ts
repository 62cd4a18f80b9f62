import type { Booking } from '../contract/bookings.ts'
import { readBookings } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { type CommandOf, isDraft, type NowCommand, type OutboxRow, readPending } from '../outbox/read.ts'
import { type Query, useSaved } from './query.ts'

type Asked<K extends NowCommand['kind']> = K extends unknown ? OutboxRow<CommandOf<K>> : never
export type BookingRequest = Asked<
  | 'booking.create'
  | 'booking.renew'
  | 'booking.change_plate'
  | 'booking.pay_overstay'
  | 'booking.shorten'
  | 'booking.move'
  | 'booking.keep_event'
>
export type MoneyRequest = Asked<'booking.checkout' | 'wallet.top_up' | 'wallet.withdraw' | 'wallet.take_back'>

export type OrderRequest = Asked<'order.place' | 'order.checkout' | 'order.cancel'>
export type RenewalRequest = Asked<'renewal.pay'>
export type PlanRequest = Asked<'plan.start' | 'plan.change'>
export type ReferralRequest = Asked<'referral.enter'>
export type GiftRequest = Asked<'gift.buy' | 'gift.cancel' | 'gift.redeem'>

/** A request of lane `now` whose answer was lost, or a draft: only the driver's tap continues it. */
export interface Unconfirmed<R extends OutboxRow> {
  readonly request: R
  /** Typed with no connection and never sent. */
  readonly isDraft: boolean
  /** The booking concerned, as the provider last had it. */
  readonly booking: Booking | null
}

const BOOKING_KINDS: ReadonlySet<string> = new Set<BookingRequest['kind']>([
  'booking.create',
  'booking.renew',
  'booking.change_plate',
  'booking.pay_overstay',
  'booking.shorten',
  'booking.move',
  'booking.keep_event',
])
const MONEY_KINDS: ReadonlySet<string> = new Set<MoneyRequest['kind']>([
  'booking.checkout',
  'wallet.top_up',
  'wallet.withdraw',
  'wallet.take_back',
])

const isOfBooking = (row: OutboxRow): row is BookingRequest => BOOKING_KINDS.has(row.kind)
const isOfMoney = (row: OutboxRow): row is MoneyRequest => MONEY_KINDS.has(row.kind)

const isOfOrder = (row: OutboxRow): row is OrderRequest => row.kind.startsWith('order.')
const isOfRenewal = (row: OutboxRow): row is RenewalRequest => row.kind === 'renewal.pay'
const isOfPlan = (row: OutboxRow): row is PlanRequest => row.kind.startsWith('plan.')
const isOfReferral = (row: OutboxRow): row is ReferralRequest => row.kind === 'referral.enter'
const isOfGift = (row: OutboxRow): row is GiftRequest => row.kind.startsWith('gift.')

const bookingOf = ({ command }: OutboxRow, bookings: readonly Booking[]): Booking | null =>
  'bookingId' in command ? (bookings.find(({ booking_id: id }) => id === command.bookingId) ?? null) : null

async function readUnconfirmed<R extends OutboxRow>(
  isWanted: (row: OutboxRow) => row is R,
): Promise<Saved<readonly Unconfirmed<R>[]>> {
  const [rows, { value: bookings }] = await Promise.all([readPending(), readBookings()])
  const value = rows
    .filter((row) => row.state === 'unconfirmed' || isDraft(row))
    .filter(isWanted)
    .map((request) => ({ request, isDraft: isDraft(request), booking: bookingOf(request, bookings) }))
  return { value, savedAt: null }
}

/** Oldest first. */
export const useUnconfirmedBookings = (): Query<readonly Unconfirmed<BookingRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfBooking), [])

export const useUnconfirmedMoney = (): Query<readonly Unconfirmed<MoneyRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfMoney), [])

export const useUnconfirmedOrders = (): Query<readonly Unconfirmed<OrderRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfOrder), [])
export const useUnconfirmedPlans = (): Query<readonly Unconfirmed<PlanRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfPlan), [])
export const useUnconfirmedReferrals = (): Query<readonly Unconfirmed<ReferralRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfReferral), [])
export const useUnconfirmedGifts = (): Query<readonly Unconfirmed<GiftRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfGift), [])
export const useUnconfirmedRenewals = (): Query<readonly Unconfirmed<RenewalRequest>[]> =>
  useSaved(() => readUnconfirmed(isOfRenewal), [])
