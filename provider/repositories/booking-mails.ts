import type { BookingMailKind, MailKind } from '../../src/contract/auth.ts'
import type { BookedPass } from '../../src/contract/monthly.ts'
import type { BookingCode, BookingId, UserId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'
import { CLOSURE_NEWS, type ClosureNews, ENDED_BY, TOLD_OF_CLOSURE } from './closure-news.ts'

/** Older events are not mailed: after a long outage an email about last night is useless. */
const NEWS_MS = 12 * HOUR_MS
/** Rows prevent a second email about one event, so they outlive `NEWS_MS`. */
const KEPT_MS = 2 * DAY_MS
/** Only the newest postings are read: a transaction commits long before 10,000 others do. */
const NEWEST_POSTINGS = 10_000

/** An email to send. Times are epoch milliseconds, amounts in minor units. */
export interface DueBookingMail {
  readonly mail_id: number
  readonly kind: BookingMailKind
  readonly attempts: number
  readonly user_id: UserId
  readonly email: string
  readonly first_name: string
  readonly language: Language
  readonly mail_off: readonly MailKind[]
  readonly booking_id: BookingId
  readonly booking_code: BookingCode
  readonly plate: string
  readonly start_time: Instant
  readonly end_time: Instant
  /** For a monthly pass. */
  readonly monthly: Pick<BookedPass, 'first_day' | 'last_day'> | null
  readonly currency: Currency
  readonly refund_minor: number | null
  readonly total_minor: number
  /** The company that paid. */
  readonly company: string | null
  /** Refund of the booking that was moved to this one; null when this one was booked directly. */
  readonly moved_refund: number | null
  readonly park: {
    readonly id: number
    readonly lat: number | null
    readonly lng: number | null
    readonly name: string
    readonly address: string | null
    readonly city: string | null
    readonly timezone: string
  }
  /** For a postponed event: its name, and until when the driver may choose. */
  readonly postponed: { readonly name: string; readonly choose_by_ms: number; readonly timezone: string } | null
  /** For a closure, whether it cancels the booking or leaves it active. */
  readonly closure: ClosureNews | null
  /** Receipt of the charge; null for a cancellation, a new plate or a new date. */
  readonly receipt: { readonly country: string; readonly number: number } | null
}

/** Charges are mailed once they have a receipt number. */
const QUEUE_CHARGES = `
  insert into booking_mails (booking_id, kind, event, posting_id, next_at, created_at)
  select p.booking_id, case p.kind when 'booking' then 'booking' else 'change' end, 'posting:' || p.posting_id, p.posting_id, $1, $1
    from postings p join receipts r using (posting_id)
   where p.posting_id > (select coalesce(max(posting_id), 0) - ${String(NEWEST_POSTINGS)} from postings)
     and p.kind in ('booking', 'extension') and p.created_at > $2
      on conflict do nothing`

/**
 * A hold that expired was never a booking: its refund is null, not zero. A move is mailed with the charge of the new
 * booking, so its cancellation is only mailed when the new booking costs nothing and has no charge.
 */
const QUEUE_CANCELLATIONS = `
  insert into booking_mails (booking_id, kind, event, next_at, created_at)
  select booking_id, 'cancellation', 'cancelled:' || extract(epoch from cancelled_at), $1, $1
    from bookings b where status = 'cancelled' and refund_minor is not null and cancelled_at > $2
     and not exists (select from bookings n where n.moved_from = b.booking_id and n.total_minor > 0 and b.cancel_reason = 'moved')
      on conflict do nothing`

/** Drivers whose booking continues at a park that its operator closes, once per closure. */
const QUEUE_CLOSINGS = `
  insert into booking_mails (booking_id, kind, event, next_at, created_at)
  select b.booking_id, 'change', 'closure:' || c.closure_id, $1, $1
    from park_closures c join bookings b on b.park_id = c.park_id
   where ${TOLD_OF_CLOSURE} and b.end_time > $1 and c.created_at > $2
      on conflict do nothing`

/**
 * Queues an email for each new event and deletes old rows. Changes of plate and date are queued where they are written:
 * `changePlate`, `moveEventBooking`.
 */
export async function queueBookingMails(db: Queryable, nowMs: number): Promise<void> {
  const since = [new Date(nowMs), new Date(nowMs - NEWS_MS)]
  await db.query(QUEUE_CHARGES, since)
  await db.query(QUEUE_CANCELLATIONS, since)
  await db.query(QUEUE_CLOSINGS, since)
  await db.query('delete from booking_mails where created_at < $1', [new Date(nowMs - KEPT_MS)])
}

const SELECT = `
  select m.mail_id, m.kind, m.attempts, u.user_id, coalesce(u.contact_email, u.email) as email, u.first_name, u.language, u.mail_off, b.booking_id, b.booking_code, b.plate,
         b.start_time, b.end_time, b.monthly, b.currency, b.refund_minor, b.total_minor, (select name from companies where company_id = b.payer_id) as company,
         (select o.refund_minor from bookings o join postings p on p.posting_id = m.posting_id
           where o.booking_id = b.moved_from and p.key = 'booking:' || b.booking_id) as moved_refund,
         json_build_object('id', k.id, 'lat', k.lat, 'lng', k.lng, 'name', k.name, 'address', k.address, 'city', k.city, 'timezone', k.timezone) as park,
         case when r.number is null then null else json_build_object('country', r.country_code, 'number', r.number) end as receipt,
         case when m.event like 'postponed:%' then json_build_object('name', e.name, 'timezone', e.timezone,
           'choose_by_ms', (extract(epoch from e.choose_by) * 1000)::bigint) end as postponed,
         case when m.event like 'closure:%' then (${CLOSURE_NEWS} where m.event = 'closure:' || c.closure_id)
              when m.kind = 'cancellation' then (${ENDED_BY}) end as closure
    from booking_mails m join bookings b using (booking_id) join users u using (user_id) join parks k on k.id = b.park_id
    left join receipts r on r.posting_id = m.posting_id left join events e on e.event_id = b.event_id
   where m.mail_id = $1 and u.deleted_at is null and (u.guest is null or u.contact_email is not null)
     and (m.kind <> 'cancellation' or (b.status = 'cancelled' and m.event = 'cancelled:' || extract(epoch from b.cancelled_at)))
     and (m.event not like 'postponed:%' or (b.event_choice = 'open' and m.event = 'postponed:' || b.version))
     and (m.event not like 'closure:%' or (b.status = 'active' and exists (
           select from park_closures c where m.event = 'closure:' || c.closure_id and c.reopened_at is null)))
     and (m.event not like 'plate:%' or (b.status = 'active' and not exists (
           select from booking_mails later
            where later.booking_id = m.booking_id and later.event like 'plate:%' and later.mail_id > m.mail_id)))`

/**
 * Claims the next due email for `leaseMs`. After a crash, this or another process can claim it again later.
 *
 * @returns 'none' when nothing is due, 'untrue' when the due email is outdated and was dropped
 */
export async function claimBookingMail(
  db: Queryable,
  claim: { readonly nowMs: number; readonly leaseMs: number },
): Promise<DueBookingMail | 'none' | 'untrue'> {
  const [claimed] = await db.query<{ mail_id: number }>(
    `update booking_mails set attempts = attempts + 1, next_at = $2
      where mail_id = (select mail_id from booking_mails where state = 'queued' and next_at <= $1
                        order by next_at, mail_id limit 1 for update skip locked)
      returning mail_id`,
    [new Date(claim.nowMs), new Date(claim.nowMs + claim.leaseMs)],
  )
  if (claimed === undefined) return 'none'
  const [due] = await db.query<DueBookingMail>(SELECT, [claimed.mail_id])
  if (due !== undefined) return due
  await noteBookingMail(db, claimed.mail_id, 'dropped')
  return 'untrue'
}

export async function noteBookingMail(db: Queryable, mailId: number, state: 'sent' | 'dropped'): Promise<void> {
  await db.query('update booking_mails set state = $2 where mail_id = $1', [mailId, state])
}

/** Schedules another attempt. */
export async function postponeBookingMail(db: Queryable, mailId: number, nextMs: number): Promise<void> {
  await db.query('update booking_mails set next_at = $2 where mail_id = $1', [mailId, new Date(nextMs)])
}
