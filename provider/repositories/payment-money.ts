import type { BookingId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { BookingRow } from './bookings.ts'
import type { DriverRefusal, SpaceRefusal } from './booking-writes.ts'
import type { PaymentRow } from './payments.ts'

/** Credits the confirmed amount exactly once: the posting's key is the payment's reference. Returns the new balance. */
export async function creditTopUp(
  tx: Queryable,
  credit: { readonly payment: PaymentRow; readonly walletId: string; readonly nowMs: number },
): Promise<number> {
  const { payment, walletId, nowMs } = credit
  const gateway = must(payment.gateway, 'gateway of a paid payment')
  const [row] = await tx.query<{ balance: number }>(
    `select post_to_wallet($1, $2, array[$3], array[-$2::bigint], $4, 'top_up', null, $5, $6) as balance`,
    [
      walletId,
      payment.amount_minor,
      `gateway:${gateway}`,
      `top_up:${payment.reference}`,
      payment.reference,
      new Date(nowMs),
    ],
  )
  return must(row, 'balance after a top-up').balance
}

export type HeldClaim = 'held' | 'rebooked' | 'no_space' | 'closed'

/** Locks booking and park, and determines whether the space is still available. */
export async function claimHeldBooking(tx: Queryable, bookingId: BookingId, nowMs: number): Promise<HeldClaim> {
  const [row] = await tx.query<{ claim: HeldClaim }>('select claim_held_booking($1, $2) as claim', [
    bookingId,
    new Date(nowMs),
  ])
  return must(row, 'claim of a held booking').claim
}

/** Pays a claimed booking from the wallet, which was credited earlier in the same transaction. */
export async function confirmHeldBooking(
  tx: Queryable,
  booking: {
    readonly bookingId: BookingId
    readonly feesMinor: number
    readonly taxMinor: number
    readonly nowMs: number
  },
): Promise<void> {
  await tx.query('select confirm_held_booking($1, $2, $3, $4)', [
    booking.bookingId,
    booking.feesMinor,
    booking.taxMinor,
    new Date(booking.nowMs),
  ])
}

/** Releases the user's other holds for the same stay. */
export async function replaceHolds(
  tx: Queryable,
  stay: Pick<BookingRow, 'user_id' | 'park_id' | 'plate' | 'start_time' | 'end_time'> & { readonly nowMs: number },
): Promise<void> {
  await tx.query('select replace_holds($1, $2, $3, $4, $5, $6)', [
    stay.user_id,
    stay.park_id,
    stay.plate,
    new Date(stay.start_time),
    new Date(stay.end_time),
    new Date(stay.nowMs),
  ])
}

/** `too_many_holds`: the driver already has the maximum number of unpaid spaces. */
export type HoldRefusal = SpaceRefusal | DriverRefusal | 'too_many_holds'

/** Returns null when the space is held. `booking` is the row as JSON text. */
export async function holdParking(
  tx: Queryable,
  booking: string,
  nowMs: number,
): Promise<HoldRefusal | 'code_taken' | null> {
  const [row] = await tx.query<{ refused: HoldRefusal | 'code_taken' | null }>(
    'select hold_parking($1, $2) as refused',
    [booking, new Date(nowMs)],
  )
  return must(row, 'outcome of hold_parking').refused
}

/** Releases the space or goods held for a payment; a top-up has neither. */
export async function releaseHold(
  tx: Queryable,
  { booking_id: bookingId, order_id: orderId }: Pick<PaymentRow, 'booking_id' | 'order_id'>,
  release: { readonly reason: 'hold_expired' | 'payment_failed'; readonly nowMs: number },
): Promise<void> {
  await tx.query('select release_payment($1, $2, $3, $4)', [
    bookingId,
    orderId,
    release.reason,
    new Date(release.nowMs),
  ])
}

/**
 * Cancels bookings and orders whose hold has expired, and returns how many. Each order has its own transaction, because
 * it locks goods.
 */
export async function expireHolds(db: Queryable, nowMs: number): Promise<number> {
  const now = new Date(nowMs)
  const [row] = await db.query<{ expired: number }>('select expire_holds($1) as expired', [now])
  const orders = await db.query<{ order_id: string }>(
    `select order_id from orders where stage = 'pending' and paid_at is null and hold_until <= $1 order by hold_until`,
    [now],
  )
  for (const { order_id: orderId } of orders)
    await db.query(`select release_order($1, 'hold_expired', $2)`, [orderId, now])
  return must(row, 'count of expired holds').expired + orders.length
}
