import type { BookingPushKind } from '../../src/contract/push.ts'
import type { BookingCode, BookingId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'
import type { Alternatives } from './bookable-parks.ts'
import { CLOSURE_NEWS, type ClosureNews, ENDED_BY, findInstead, TOLD_OF_CLOSURE } from './closure-news.ts'
import { type DocumentDelivery, queueDocumentReminders, readDocumentDeliveries } from './document-reminders.ts'
import { type PlanDelivery, queuePlanNews, readPlanDeliveries } from './plan-news.ts'
import { forgetEnded } from './push-subscriptions.ts'
import {
  type Delivery,
  queueAutoTopUpsOff,
  readWalletDeliveries,
  SUBSCRIPTION_JSON,
  type WalletDelivery,
} from './push-wallet-news.ts'

/** Older events are not worth a notification. */
const NEWS_MS = HOUR_MS
/** Rows prevent duplicate notifications, so they outlive every event still considered. */
const KEPT_MS = 2 * DAY_MS

const INSERT = `insert into push_deliveries (subscription_id, booking_id, kind, event, next_at, expires_at, created_at)`

/**
 * Reminders 30 minutes before the end (sent until 15 are left) and 10 minutes before. Skips cars that have left,
 * bookings made or starting after the reminder was due, and plates that stay on under a following booking. The event
 * includes the end, so an extension triggers both again.
 */
async function queueEnds(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, b.booking_id, k.kind, 'end:' || extract(epoch from b.end_time)::bigint, $1,
            b.end_time - make_interval(mins => k.until), $1
       from bookings b
       join push_subscriptions s using (user_id)
       cross join (values ('ends_in_30', 30, 15), ('ends_in_10', 10, 1)) as k (kind, ahead, until)
      where b.status = 'active' and b.hold_until is null and b.checked_out_at is null and b.openings is null
        and b.end_time > $1 and b.end_time <= $2
        and b.end_time - make_interval(mins => k.ahead) <= $1 and b.end_time - make_interval(mins => k.until) > $1
        and greatest(b.created_at, b.start_time) <= b.end_time - make_interval(mins => k.ahead)
        and not exists (select from bookings n
                         where n.user_id = b.user_id and n.park_id = b.park_id and n.plate = b.plate
                           and n.status = 'active' and n.hold_until is null and n.start_time = b.end_time)
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs + 30 * 60_000)],
  )
}

/** Three days before a monthly pass ends, sent within one day, unless the plate has the next pass. */
async function queuePassEnds(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, b.booking_id, 'pass_ends', 'end:' || extract(epoch from b.end_time)::bigint, $1,
            b.end_time - interval '2 days', $1
       from bookings b join push_subscriptions s using (user_id)
      where b.openings is not null and b.status = 'active' and b.hold_until is null
        and b.end_time > $2 and b.end_time <= $3 and b.created_at <= b.end_time - interval '3 days'
        and not exists (select from bookings n
                         where n.user_id = b.user_id and n.park_id = b.park_id and n.plate = b.plate and n.openings is not null
                           and n.status = 'active' and n.hold_until is null and n.start_time > b.start_time)
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs + 2 * DAY_MS), new Date(nowMs + 3 * DAY_MS)],
  )
}

/** An expired hold has a null refund, because it was never a booking. A moved booking still exists elsewhere. */
async function queueCancellations(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, b.booking_id, case when b.refund_minor > 0 then 'refunded' else 'cancelled' end,
            'cancelled:' || extract(epoch from b.cancelled_at), $1, b.cancelled_at + $3::interval, $1
       from bookings b join push_subscriptions s using (user_id)
      where b.status = 'cancelled' and b.refund_minor is not null and b.cancel_reason <> 'moved' and b.cancelled_at > $2
        and b.cancelled_at >= s.created_at
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - NEWS_MS), `${String(NEWS_MS)} milliseconds`],
  )
}

/** Payments that arrived after the space was lost; the money is in the wallet. */
async function queueFullParks(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, p.booking_id, 'full', 'payment:' || p.reference, $1, p.settled_at + $3::interval, $1
       from payments p join push_subscriptions s using (user_id)
      where p.reason = 'no_space' and p.outcome = 'credited' and p.booking_id is not null and p.settled_at > $2
        and p.settled_at >= s.created_at
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - NEWS_MS), `${String(NEWS_MS)} milliseconds`],
  )
}

/** Once for each new date of an event, while the driver has not chosen. */
async function queuePostponed(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, b.booking_id, 'postponed', 'event:' || e.version, $1, e.choose_by, $1
       from bookings b join events e using (event_id) join push_subscriptions s using (user_id)
      where b.event_id is not null and b.status = 'active' and b.hold_until is null and b.event_choice = 'open' and e.choose_by > $1 and e.updated_at > $2
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - NEWS_MS)],
  )
}

/** Bookings that continue despite a closure, once per closure; `closure_ends` defines those that do not. */
async function queueClosings(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `${INSERT}
     select s.subscription_id, b.booking_id, 'closing', 'closure:' || c.closure_id, $1, least(b.end_time, c.ends_at), $1
       from park_closures c join bookings b on b.park_id = c.park_id join push_subscriptions s using (user_id)
      where ${TOLD_OF_CLOSURE} and b.end_time > $1 and c.created_at > $2
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - NEWS_MS)],
  )
}

/** Queues due notifications, once per device, and deletes rows that are too old to matter. */
export async function queueDue(db: Queryable, nowMs: number): Promise<void> {
  await queueEnds(db, nowMs)
  await queuePassEnds(db, nowMs)
  await queueCancellations(db, nowMs)
  await queueFullParks(db, nowMs)
  await queuePostponed(db, nowMs)
  await queueClosings(db, nowMs)
  await queueAutoTopUpsOff(db, nowMs)
  await queuePlanNews(db, nowMs)
  await queueDocumentReminders(db, nowMs)
  await db.query(`update push_deliveries set state = 'dropped' where state = 'queued' and expires_at <= $1`, [
    new Date(nowMs),
  ])
  await db.query('delete from push_deliveries where created_at < $1', [new Date(nowMs - KEPT_MS)])
}

/** A notification about a booking, with all data for its text. */
export interface BookingDelivery extends Delivery {
  readonly kind: BookingPushKind
  readonly booking_id: BookingId
  readonly booking_code: BookingCode
  readonly plate: string
  readonly start_time: Instant
  readonly end_time: Instant
  readonly currency: Currency
  /** Refund of a cancellation, possible refund of a postponed event, or the payment that went to the wallet. */
  readonly refund_minor: number | null
  /** The company that paid. */
  readonly company: string | null
  readonly park: {
    readonly id: number
    readonly slug: string
    readonly name: string
    readonly lat: number | null
    readonly lng: number | null
    readonly timezone: string
  }
  /** For a monthly pass. */
  readonly last_day: string | null
  readonly event: { readonly name: string; readonly choose_by_ms: number; readonly timezone: string } | null
  /** For a closure, whether it cancels the booking or leaves it active. */
  readonly closure: ClosureNews | null
  /** Car parks with a free space at that time, when a closure cancelled the booking. */
  readonly nearby: Alternatives['parks']
  /** A space is free for another 30 minutes. */
  readonly can_extend: boolean
}

export type DueDelivery = BookingDelivery | WalletDelivery | PlanDelivery | DocumentDelivery

/** Whether the event still applies to the booking: not extended, not cancelled meanwhile. */
const STILL_TRUE = `case when d.kind like 'ends%' or d.kind = 'pass_ends' then b.status = 'active' and d.event = 'end:' || extract(epoch from b.end_time)::bigint
                         when d.kind = 'full' then true
                         when d.kind = 'postponed' then b.event_choice = 'open' and d.event = 'event:' || e.version
                         when d.kind = 'closing' then b.status = 'active' and exists (
                           select from park_closures c where d.event = 'closure:' || c.closure_id and c.reopened_at is null)
                         else b.status = 'cancelled' end`

/** Claims due deliveries for `leaseMs`. After a crash, this or another process can claim them again later. */
export async function claimDue(
  db: Queryable,
  claim: { readonly nowMs: number; readonly leaseMs: number; readonly limit: number },
): Promise<readonly DueDelivery[]> {
  const claimed = await db.query<{ delivery_id: number }>(
    `update push_deliveries set attempts = attempts + 1, next_at = $2
      where delivery_id in (select delivery_id from push_deliveries where state = 'queued' and next_at <= $1
                             order by next_at, delivery_id limit $3 for update skip locked)
      returning delivery_id`,
    [new Date(claim.nowMs), new Date(claim.nowMs + claim.leaseMs), claim.limit],
  )
  const ids = claimed.map((row) => row.delivery_id)
  await forgetEnded(db, ids)
  const due = [
    ...(await readBookingDeliveries(db, ids, claim.nowMs)),
    ...(await readWalletDeliveries(db, ids)),
    ...(await readPlanDeliveries(db, ids)),
    ...(await readDocumentDeliveries(db, ids)),
  ]
  const stale = ids.filter((id) => !due.some((delivery) => delivery.delivery_id === id))
  if (stale.length > 0) {
    await db.query(`update push_deliveries set state = 'dropped' where delivery_id = any($1::bigint[])`, [stale])
  }
  return due
}

async function readBookingDeliveries(
  db: Queryable,
  ids: readonly number[],
  nowMs: number,
): Promise<readonly BookingDelivery[]> {
  const rows = await db.query<Omit<BookingDelivery, 'nearby'>>(
    `select d.delivery_id, d.kind, d.attempts, d.expires_at, b.booking_id, b.booking_code, b.plate, b.start_time, b.end_time, b.currency,
            b.monthly ->> 'last_day' as last_day,
            case when d.kind = 'full' then (select amount_minor from payments p where d.event = 'payment:' || p.reference)
                 when d.kind = 'postponed' then b.total_minor else b.refund_minor end as refund_minor,
            (select name from companies where company_id = b.payer_id) as company,
            case when d.kind = 'postponed' then json_build_object('name', e.name, 'timezone', e.timezone,
              'choose_by_ms', (extract(epoch from e.choose_by) * 1000)::bigint) end as event,
            case when d.kind = 'closing' then (${CLOSURE_NEWS} where d.event = 'closure:' || c.closure_id)
                 else (${ENDED_BY}) end as closure,
            json_build_object('id', k.id, 'slug', k.slug, 'name', k.name, 'lat', k.lat, 'lng', k.lng, 'timezone', k.timezone) as park,
            ${SUBSCRIPTION_JSON} as subscription,
            d.kind like 'ends%' and coalesce(k.capacity, 0) >
              peak_occupancy(k.id, b.end_time, b.end_time + interval '30 minutes', $2, b.booking_id) as can_extend
       from push_deliveries d
       join push_subscriptions s using (subscription_id)
       join bookings b using (booking_id)
       join parks k on k.id = b.park_id
       left join events e on e.event_id = b.event_id
      where d.delivery_id = any($1::bigint[]) and ${STILL_TRUE}
      order by d.delivery_id`,
    [ids, new Date(nowMs)],
  )
  return Promise.all(
    rows.map(async (row) => {
      const isClosed = row.closure !== null && row.kind !== 'closing'
      return { ...row, nearby: isClosed ? await findInstead(db, row, nowMs) : [] }
    }),
  )
}

/** `retryMs` null: do not retry. */
export async function noteDelivery(
  db: Queryable,
  delivery: DueDelivery,
  outcome: { readonly isSent: boolean; readonly retryMs: number | null; readonly nowMs: number },
): Promise<void> {
  const { isSent, retryMs, nowMs } = outcome
  const state = isSent ? 'sent' : retryMs === null ? 'dropped' : 'queued'
  await db.query('update push_deliveries set state = $2, next_at = $3 where delivery_id = $1', [
    delivery.delivery_id,
    state,
    new Date(nowMs + (retryMs ?? 0)),
  ])
  const column = isSent ? 'last_sent_at' : 'last_failed_at'
  await db.query(`update push_subscriptions set ${column} = $2 where subscription_id = $1`, [
    delivery.subscription.subscription_id,
    new Date(nowMs),
  ])
}
