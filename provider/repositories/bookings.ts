import type { EventStatus } from '../../src/contract/events.ts'
import type { OwnReview } from '../../src/contract/rating.ts'
import type { BookedPass } from '../../src/contract/monthly.ts'
import type { PlanTermsWire, PriceRulesWire, QuoteLineWire } from '../../src/contract/tariff.ts'
import type { ParkLeeway } from '../../src/domain/booking.ts'
import type { RefundPolicy } from '../../src/domain/tariff-types.ts'
import type { BookingCode, BookingId, ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { KeptPhoto } from '../rules/photo-wire.ts'
import type { StayBeside } from './previous-stays.ts'
import { reviewPhotoSql } from './review-photos.ts'

/** A row of `bookings` with the facts of its park that answers show. Times are epoch milliseconds. */
export interface BookingRow {
  readonly booking_id: BookingId
  /** 8 characters, no hyphen. */
  readonly booking_code: BookingCode
  readonly user_id: UserId
  /** Account of the company that pays; null when the driver pays. */
  readonly payer_id: UserId | null
  /** Name of that company. */
  readonly payer_name: string | null
  readonly park_id: ParkId
  readonly vehicle_type_id: VehicleTypeId
  readonly plate: string
  readonly start_time: Instant
  readonly end_time: Instant
  readonly status: 'active' | 'cancelled'
  readonly currency: Currency
  readonly total_minor: number
  readonly lines: QuoteLineWire[]
  readonly tariff_version: string
  /** The rate it was booked at; null once cancelled. */
  readonly booked_rate: PriceRulesWire | null
  /** The discount of its driver's plan, part of `booked_rate`. */
  readonly plan: PlanTermsWire | null
  readonly refund_rules: RefundPolicy
  readonly cancelled_at: Instant | null
  readonly cancel_reason: string | null
  readonly refund_minor: number | null
  /** Non-refundable costs beyond the total: earlier cancelled periods, the unrefunded rest of shortenings, overstay. */
  readonly retained_minor: number
  readonly hold_until: Instant | null
  /** The booking that was moved to become this one. */
  readonly moved_from: BookingId | null
  /** Paid for overstay, also part of `retained_minor`; followed by the time until which it is paid, and its lines. */
  readonly overstay_minor: number
  readonly overstay_until: Instant | null
  readonly overstay_lines: readonly QuoteLineWire[] | null
  /** The part the driver paid although a company pays for the booking. */
  readonly own_overstay_minor: number
  /** Event the booking is for; null for ordinary parking. */
  readonly event_id: string | null
  /** 'open' while the driver of a postponed event may choose a refund. */
  readonly event_choice: 'open' | null
  /** This and the next two are for monthly passes; null for everything else. */
  readonly product_id: number | null
  readonly monthly: Omit<BookedPass, 'product_id'> | null
  /** In PostgreSQL's text form of a multirange. */
  readonly openings: string | null
  readonly pass_text: string | null
  readonly pass_sequence: number
  readonly pass_kid: number | null
  readonly checked_in_at: Instant | null
  readonly checked_out_at: Instant | null
  /** The stays this one continues; null in old rows whose tariff had no re-entry minutes. */
  readonly previous_stay: readonly StayBeside[] | null
  /** Periods used before the booking was cancelled and renewed. */
  readonly earlier_periods: ReadonlyArray<{ readonly from: number; readonly to: number }>
  /** Plates replaced after the start. */
  readonly former_plates: readonly string[]
  readonly version: number
  readonly created_at: Instant
  readonly updated_at: Instant
  /** `NG-000042`; null until a job assigns it, a moment after the booking. */
  readonly receipt_number: string | null
  readonly park: ParkBrief
  readonly review: (Omit<OwnReview, 'photo'> & { readonly photo: KeptPhoto | null }) | null
  readonly event: BookedEventRow | null
}

/** What a booking shows of its event. Times are in the database's JSON format. */
export interface BookedEventRow {
  readonly code: string
  readonly name: string
  readonly venue: string
  readonly city: string | null
  readonly timezone: string
  readonly status: EventStatus
  readonly starts_at: string
  readonly ends_at: string
  readonly former_start: string | null
  readonly parking_from: string
  readonly parking_until: string
  readonly choose_by: string | null
}

export interface ParkBrief extends ParkLeeway {
  readonly name: string
  readonly code: string
  readonly slug: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly timezone: string
  readonly kind: string
}

/** `NG-000042`: country and sequential number, so that a gap would be noticed. */
export const RECEIPT_SQL = `r.country_code || '-' || lpad(r.number::text, 6, '0')`

/**
 * Extensions, early and late departures are priced at the booked rate, whatever the park charges today. Closures are
 * excluded: current ones are checked under the park's lock.
 */
const BOOKED_RATE_SQL = `
  select case when b.plan is null then json_build_object('tariff', t.tariff - 'closures', 'taxes', t.taxes)
              else json_build_object('tariff', t.tariff - 'closures', 'taxes', t.taxes, 'plan', b.plan) end from park_tariffs t
   where b.status = 'active' and t.park_id = b.park_id and t.version = b.tariff_version`

/** Only values that override the defaults. */
export const LEEWAY_SQL = `
  jsonb_strip_nulls(jsonb_build_object('arrival_minutes', k.arrival_minutes, 'grace_minutes', k.grace_minutes))`

const EVENT_SQL = `
  select jsonb_build_object('code', e.code, 'name', e.name, 'venue', e.venue, 'city', e.city, 'timezone', e.timezone, 'status', e.status,
           'starts_at', e.starts_at, 'ends_at', e.ends_at, 'former_start', e.former_start, 'parking_from', e.parking_from,
           'parking_until', e.parking_until, 'choose_by', e.choose_by)
    from events e where e.event_id = b.event_id`

const REVIEW_SQL = `
  select jsonb_build_object('review_id', v.review_id, 'stars', v.stars, 'text', v.text, 'hidden', v.hidden_reason,
           'photo', ${reviewPhotoSql('v')})
    from reviews v where v.booking_id = b.booking_id and v.deleted_at is null`

const OWN_OVERSTAY_SQL = `
  case when b.payer_id is null or b.overstay_minor = 0 then 0 else (
    select coalesce(-sum(e.amount_minor), 0)::bigint
      from postings p join entries e using (posting_id) join wallets w using (wallet_id)
     where p.booking_id = b.booking_id and p.kind = 'extension' and w.user_id <> b.payer_id) end`

const SELECT = `
  select b.*, (${BOOKED_RATE_SQL}) as booked_rate, (${EVENT_SQL}) as event, (${REVIEW_SQL}) as review,
         (select c.name from companies c where c.company_id = b.payer_id) as payer_name, ${OWN_OVERSTAY_SQL} as own_overstay_minor,
         jsonb_build_object('name', k.name, 'code', k.code, 'slug', k.slug, 'address', k.address, 'lat', k.lat, 'lng', k.lng,
           'timezone', k.timezone, 'kind', k.kind) || ${LEEWAY_SQL} as park,
         (select ${RECEIPT_SQL} from postings p join receipts r using (posting_id)
           where p.booking_id = b.booking_id and p.kind = 'booking' order by p.posting_id limit 1) as receipt_number
    from bookings b join parks k on k.id = b.park_id`

/** A held space is not listed: it is not a booking yet. */
const LISTED = `b.user_id = $1 and b.hold_until is null and ($2 = 'all' or b.status = $2)`

export interface BookingPage {
  readonly userId: UserId
  readonly status: 'active' | 'cancelled' | 'all'
  readonly page: number
  readonly size: number
}

/** Lists bookings, latest start first. */
export async function listBookings(
  db: Queryable,
  page: BookingPage,
): Promise<{ readonly rows: readonly BookingRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<BookingRow>(`${SELECT} where ${LISTED} order by b.start_time desc, b.booking_id limit $3 offset $4`, [
      page.userId,
      page.status,
      page.size,
      (page.page - 1) * page.size,
    ]),
    db.query<{ total: number }>(`select count(*) as total from bookings b where ${LISTED}`, [page.userId, page.status]),
  ])
  return { rows, total: must(count, 'count').total }
}

export async function findBookingByCode(
  db: Queryable,
  userId: UserId,
  code: BookingCode,
): Promise<BookingRow | undefined> {
  const [row] = await db.query<BookingRow>(`${SELECT} where b.user_id = $1 and b.booking_code = $2`, [userId, code])
  return row
}

export async function findBooking(
  db: Queryable,
  userId: UserId,
  bookingId: BookingId,
): Promise<BookingRow | undefined> {
  const [row] = await db.query<BookingRow>(`${SELECT} where b.user_id = $1 and b.booking_id = $2`, [userId, bookingId])
  return row
}

/** Locks and returns the user's booking. Lock order: booking, then park, then wallet. */
export async function lockBooking(
  tx: Queryable,
  userId: UserId,
  bookingId: BookingId,
): Promise<BookingRow | undefined> {
  const locked = await tx.query<{ booking_id: string }>(
    'select booking_id from bookings where user_id = $1 and booking_id = $2 for update',
    [userId, bookingId],
  )
  // Read after locking: the row may have changed during the wait.
  return locked.length === 0 ? undefined : findBooking(tx, userId, bookingId)
}

export async function mustBooking(db: Queryable, userId: UserId, bookingId: BookingId): Promise<BookingRow> {
  return must(await findBooking(db, userId, bookingId), `booking ${bookingId}`)
}
