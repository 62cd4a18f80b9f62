import type { PlanTermsWire, QuoteLineWire } from '../../src/contract/tariff.ts'
import type { BookingId, UserId } from '../../src/domain/ids.ts'
import type { RefundPolicy } from '../../src/domain/tariff-types.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Shares } from '../rules/price-stay.ts'
import type { BookingRow } from './bookings.ts'
import type { CouponKey } from './coupons.ts'
import type { IdempotentCall } from './idempotency.ts'
import type { StayBeside } from './previous-stays.ts'

export interface SignedPass {
  readonly text: string
  readonly sequence: number
  readonly kid: number
}

/** Why no space was given. Nothing was written. */
export type SpaceRefusal =
  | 'park_not_found'
  | 'park_closed'
  | 'park_full'
  /** For spaces reserved for an event. `event_moved`: its times have changed. */
  | 'event_sold_out'
  | 'event_cancelled'
  | 'event_moved'
  /** For monthly passes: not on sale, or the maximum number of simultaneous passes is reached. */
  | 'product_not_found'
  | 'product_sold_out'
/** The driver has made too many free cancellations: see `findBookAgainTime`. */
export type DriverRefusal = 'too_many_cancellations'
/** Reasons that can arise between a coupon's check and its use. */
export type CouponRefusal = 'coupon_not_found' | 'coupon_expired' | 'coupon_used_up' | 'coupon_used'
/** Refusals by the company that would pay. */
export type CompanyRefusal = 'company_not_found' | 'company_plate' | 'company_limit' | 'company_too_low'
export type MoneyRefusal = 'wallet_missing' | 'wallet_too_low' | CompanyRefusal

/** Why nothing was booked; shown to the driver. */
export interface BookRefused {
  readonly outcome: SpaceRefusal | Exclude<MoneyRefusal, 'wallet_missing'> | DriverRefusal | CouponRefusal
}

export type BookOutcome =
  | { readonly outcome: 'booked' }
  | { readonly outcome: 'replay'; readonly status: number; readonly body: string }
  | { readonly outcome: 'reused' | 'in_progress' | 'withdrawn' | 'code_taken' | 'stays_changed' | 'wallet_missing' }
  | BookRefused

export interface NewBooking {
  readonly call: IdempotentCall
  /** JSON text of the answer, stored under the idempotency key. */
  readonly answer: string
  readonly row: Omit<
    BookingRow,
    'park' | 'event' | 'review' | 'receipt_number' | 'booked_rate' | 'payer_name' | 'own_overstay_minor'
  >
  readonly shares: Shares
  /** Other stays that were considered for the price. */
  readonly stays: readonly StayBeside[]
  /** The coupon in the price; null for none. */
  readonly coupon: CouponKey | null
}

const TIMES = [
  'start_time',
  'end_time',
  'cancelled_at',
  'hold_until',
  'checked_in_at',
  'checked_out_at',
  'overstay_until',
  'created_at',
  'updated_at',
] as const

/** Converts the row to what the SQL functions take: JSON text by column. */
export const toRecord = (row: NewBooking['row']): string =>
  JSON.stringify({
    ...row,
    ...Object.fromEntries(TIMES.map((name) => [name, row[name] === null ? null : new Date(row[name]).toISOString()])),
  })

/** Writes space, money, booking and stored answer in one statement: one transaction and one round trip. */
export async function bookParking(db: Queryable, booking: NewBooking): Promise<BookOutcome> {
  const { call, answer, row, shares, stays, coupon } = booking
  const [result] = await db.query<{ outcome: BookOutcome['outcome']; status: number | null; body: string | null }>(
    'select outcome, status, body from book_parking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      ...[call.scope, call.key, call.fingerprint, answer, toRecord(row), shares.feesMinor, shares.taxMinor],
      ...[JSON.stringify(stays), coupon?.country ?? null, coupon?.code ?? null],
    ],
    'book_parking',
  )
  const { outcome, status, body } = must(result, 'outcome of book_parking')
  if (outcome !== 'replay') return { outcome }
  return { outcome, status: must(status, 'stored status'), body: must(body, 'stored body') }
}

export interface BookingChange {
  readonly bookingId: BookingId
  readonly charge: Shares
  readonly lines: readonly QuoteLineWire[]
  readonly tariffVersion: string
  readonly pass: SignedPass
  readonly previousStay: readonly StayBeside[]
  readonly nowMs: number
}

const changeValues = (change: BookingChange) =>
  [
    change.charge.totalMinor,
    change.charge.feesMinor,
    change.charge.taxMinor,
    JSON.stringify(change.lines),
    change.tariffVersion,
    change.pass.text,
    change.pass.kid,
    JSON.stringify(change.previousStay),
    new Date(change.nowMs),
  ] as const

type Refused = { readonly refused: SpaceRefusal | MoneyRefusal | null }

/** Returns null when extended. The caller holds the booking's lock (`lockBooking`). */
export async function extendBooking(
  tx: Queryable,
  change: BookingChange & { readonly newEndMs: number },
): Promise<Refused['refused']> {
  const [row] = await tx.query<Refused>(
    'select extend_booking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as refused',
    [change.bookingId, new Date(change.newEndMs), ...changeValues(change)],
  )
  return must(row, 'outcome of extend_booking').refused
}

/** Returns null when renewed. The caller holds the booking's lock. */
export async function renewBooking(
  tx: Queryable,
  change: BookingChange & {
    readonly startMs: number
    readonly plan: PlanTermsWire | null
    readonly refundRules: RefundPolicy
  },
): Promise<Refused['refused'] | DriverRefusal> {
  const [row] = await tx.query<{ readonly refused: Refused['refused'] | DriverRefusal }>(
    'select renew_booking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as refused',
    [
      ...[change.bookingId, new Date(change.startMs), ...changeValues(change)],
      change.plan === null ? null : JSON.stringify(change.plan),
      JSON.stringify(change.refundRules),
    ],
  )
  return must(row, 'outcome of renew_booking').refused
}

export interface OverstayPayment {
  readonly bookingId: BookingId
  /** The overstay amount paid when this charge was priced; another payment since then makes it fail. */
  readonly paidMinor: number
  readonly untilMs: number
  readonly charge: Shares
  /** Paid by the driver although a company pays for the booking. */
  readonly isPrivate: boolean
  /** Price lines of the whole overstay. */
  readonly lines: readonly QuoteLineWire[]
  readonly pass: SignedPass
  readonly nowMs: number
}

/** Returns null when paid. The caller holds the booking's lock. */
export async function payOverstay(tx: Queryable, payment: OverstayPayment): Promise<MoneyRefusal | null> {
  const { charge, pass } = payment
  const [row] = await tx.query<{ readonly refused: MoneyRefusal | null }>(
    'select pay_overstay($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as refused',
    [
      ...[payment.bookingId, payment.paidMinor, new Date(payment.untilMs)],
      ...[charge.totalMinor, charge.feesMinor, charge.taxMinor],
      ...[JSON.stringify(payment.lines), pass.text, pass.kid, new Date(payment.nowMs), payment.isPrivate],
    ],
  )
  return must(row, 'outcome of pay_overstay').refused
}

export interface Shortening {
  readonly bookingId: BookingId
  readonly newEndMs: number
  /** Price of the shortened stay. */
  readonly totalMinor: number
  readonly refundMinor: number
  readonly lines: readonly QuoteLineWire[]
  readonly pass: SignedPass
  readonly previousStay: readonly StayBeside[]
  readonly nowMs: number
}

/** Returns null when shortened. The caller holds the booking's lock. */
export async function shortenBooking(tx: Queryable, change: Shortening): Promise<DriverRefusal | null> {
  const { pass, previousStay } = change
  const [row] = await tx.query<{ readonly refused: DriverRefusal | null }>(
    'select shorten_booking($1, $2, $3, $4, $5, $6, $7, $8, $9) as refused',
    [
      ...[change.bookingId, new Date(change.newEndMs), change.totalMinor, change.refundMinor],
      ...[JSON.stringify(change.lines), pass.text, pass.kid],
      JSON.stringify(previousStay),
      new Date(change.nowMs),
    ],
  )
  return must(row, 'outcome of shorten_booking').refused
}

export interface BookingMove {
  /** The booking to give up; `refundMinor` is what cancelling it refunds. */
  readonly bookingId: BookingId
  readonly refundMinor: number
  readonly row: NewBooking['row']
  readonly shares: Shares
  readonly nowMs: number
}

export type MoveRefusal = SpaceRefusal | MoneyRefusal | DriverRefusal

/** Returns null when moved. The caller holds the booking's lock. */
export async function moveBooking(tx: Queryable, move: BookingMove): Promise<MoveRefusal | 'code_taken' | null> {
  const { shares } = move
  const [row] = await tx.query<{ readonly refused: MoveRefusal | 'code_taken' | null }>(
    'select move_booking($1, $2, $3, $4, $5, $6) as refused',
    [
      ...[move.bookingId, move.refundMinor, toRecord(move.row)],
      ...[shares.feesMinor, shares.taxMinor, new Date(move.nowMs)],
    ],
  )
  return must(row, 'outcome of move_booking').refused
}

export async function cancelBooking(
  tx: Queryable,
  cancel: {
    readonly bookingId: BookingId
    readonly refundMinor: number
    readonly reason: string
    readonly nowMs: number
  },
): Promise<void> {
  await tx.query('select cancel_booking($1, $2, $3, $4)', [
    cancel.bookingId,
    cancel.refundMinor,
    cancel.reason,
    new Date(cancel.nowMs),
  ])
}

export interface PlateChange {
  readonly bookingId: BookingId
  readonly plate: string
  /** The stay has begun, so the previous plate may have parked and is kept. */
  readonly isUnderWay: boolean
  /** Null for a monthly pass. */
  readonly previousStay: readonly StayBeside[] | null
  readonly pass: SignedPass
  readonly nowMs: number
}

/** There is no posting from which to queue the email, so it is queued here. */
export async function changePlate(tx: Queryable, change: PlateChange): Promise<void> {
  await tx.query(
    `with changed as (
       update bookings set plate = $2, former_plates = case when $7 then former_plates || plate else former_plates end,
              previous_stay = $8, pass_text = $3, pass_kid = $4, pass_sequence = $5, version = version + 1, updated_at = $6
        where booking_id = $1
       returning booking_id, version, hold_until)
     insert into booking_mails (booking_id, kind, event, next_at, created_at)
     select booking_id, 'change', 'plate:' || version, $6, $6 from changed where hold_until is null`,
    [
      change.bookingId,
      change.plate,
      change.pass.text,
      change.pass.kid,
      change.pass.sequence,
      new Date(change.nowMs),
      change.isUnderWay,
      change.previousStay === null ? null : JSON.stringify(change.previousStay),
    ],
  )
}

/** Returns when a driver refused with `too_many_cancellations` may book again; null when they may book immediately. */
export async function findBookAgainTime(db: Queryable, userId: UserId, nowMs: number): Promise<number | null> {
  const [row] = await db.query<{ at: number | null }>('select book_again_at($1, $2) as at', [userId, new Date(nowMs)])
  return must(row, 'answer of book_again_at').at
}
