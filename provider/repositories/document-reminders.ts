import { COUNTRIES, type CountryCode } from '../../src/domain/country.ts'
import type { DocumentKind } from '../../src/domain/document-kinds.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { type Delivery, SUBSCRIPTION_JSON } from './push-wallet-news.ts'

/** Data for the texts of an email or a notification. */
export interface DocumentReminderRow {
  readonly kind: DocumentKind
  /** 30, 7 or 0 days before `expires_on` (`2026-11-30`). */
  readonly days: number
  readonly expires_on: string
  readonly vehicle_id: string
  readonly plate: string
  readonly country_code: CountryCode
}

/** Reminders sent together; never empty, ordered by expiry. */
export interface DocumentNoticeRow {
  readonly user_id: UserId
  readonly documents: readonly DocumentReminderRow[]
}

/**
 * True while an expiry date `d` needs a reminder: no replacement was paid for since it was entered, and its vehicle `w`
 * needs the document.
 */
const HOLDS = `
  (d.kind <> 'hackney' or w.commercial)
  and not exists (select from document_renewals r
                   where r.user_id = d.user_id and r.vehicle_id = d.vehicle_id and r.created_at >= d.saved_at and r.stage <> 'rejected'
                     and r.lines @> jsonb_build_array(jsonb_build_object('kind', d.kind)))`

/** Two days more than time zones require. */
const FORGET_DAYS = 3

/**
 * Queues reminders due at 8 a.m. local time: 30 and 7 days before, each until the next is due, and on the last day.
 * Each is sent once per vehicle, document and day, whatever changes in between, and not when the date was entered after
 * it was due. Reminders that become due together form one notice.
 */
export async function queueDocumentReminders(db: Queryable, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  await db.query(
    `with due as (
       select d.user_id, d.vehicle_id, d.kind, d.expires_on, k.days, t.until
         from document_dates d join document_vehicles w using (user_id, vehicle_id) join vehicles v using (user_id, vehicle_id)
         join unnest($2::text[], $3::text[]) as c (code, zone) on c.code = v.country_code
         cross join (values (30, interval '-7 days 8 hours'), (7, interval '8 hours'), (0, interval '1 day')) as k (days, until)
         cross join lateral (select (d.expires_on - k.days + interval '8 hours') at time zone c.zone as due,
                                    (d.expires_on + k.until) at time zone c.zone as until) as t
        where d.expires_on between $4::date and $5::date and t.due <= $1 and t.until > $1 and d.saved_at <= t.due and ${HOLDS}
          and not exists (select from document_reminders n
                           where n.user_id = d.user_id and n.vehicle_id = d.vehicle_id and n.kind = d.kind
                             and n.expires_on = d.expires_on and n.days = k.days)),
     notices as (
       insert into document_notices (user_id, mail_at, created_at)
       select distinct user_id, $1::timestamptz, $1::timestamptz from due order by user_id returning notice_id, user_id)
     insert into document_reminders (notice_id, user_id, vehicle_id, kind, expires_on, days, expires_at)
     select n.notice_id, d.user_id, d.vehicle_id, d.kind, d.expires_on, d.days, d.until
       from due d join notices n using (user_id) order by d.user_id, d.vehicle_id, d.kind, d.days
     on conflict do nothing`,
    [
      ...[now, COUNTRIES.map(({ code }) => code), COUNTRIES.map(({ timezone }) => timezone)],
      ...[new Date(nowMs - DAY_MS), new Date(nowMs + 32 * DAY_MS)],
    ],
  )
  await db.query('delete from document_reminders where expires_at < $1', [new Date(nowMs - FORGET_DAYS * DAY_MS)])
  // Also removes empty notices, left when another process inserted the reminders first.
  await db.query(
    `delete from document_notices n
      where n.created_at < $1 and not exists (select from document_reminders r where r.notice_id = n.notice_id)`,
    [new Date(nowMs - DAY_MS)],
  )
  await db.query(
    `insert into push_deliveries (subscription_id, kind, event, next_at, expires_at, created_at)
     select s.subscription_id, 'document', 'document:' || n.notice_id, $1, least(min(r.expires_at), n.created_at + interval '1 day'), $1
       from document_notices n join document_reminders r using (notice_id) join push_subscriptions s on s.user_id = n.user_id
      where n.created_at > $2 and n.created_at >= s.created_at
      group by s.subscription_id, n.notice_id
     on conflict do nothing`,
    [now, new Date(nowMs - DAY_MS)],
  )
}

/** Selects reminders that are still true: the date has not changed and the vehicle has not been deleted. */
const SELECT = `
  select n.notice_id, n.user_id,
         json_agg(json_build_object('kind', n.kind, 'days', n.days, 'expires_on', to_char(n.expires_on, 'YYYY-MM-DD'),
                                    'vehicle_id', n.vehicle_id, 'plate', v.plate, 'country_code', v.country_code)
                  order by n.expires_on, v.plate, n.kind) as documents
    from document_reminders n join document_dates d using (user_id, vehicle_id, kind, expires_on)
    join document_vehicles w using (user_id, vehicle_id) join vehicles v using (user_id, vehicle_id)
   where ${HOLDS}`

/** Returns undefined when none of it is true any more, or it is too late. */
export async function findDocumentNotice(
  db: Queryable,
  id: string,
  nowMs: number,
): Promise<DocumentNoticeRow | undefined> {
  const [row] = await db.query<DocumentNoticeRow>(
    `${SELECT} and n.notice_id = $1 and n.expires_at > $2 group by n.notice_id, n.user_id`,
    [id, new Date(nowMs)],
  )
  return row
}

/** A notice to send to a device. */
export interface DocumentDelivery extends Delivery, Pick<DocumentNoticeRow, 'documents'> {
  readonly kind: 'document'
}

export const readDocumentDeliveries = (db: Queryable, ids: readonly number[]): Promise<readonly DocumentDelivery[]> =>
  db.query<DocumentDelivery>(
    `select d.delivery_id, 'document' as kind, d.attempts, d.expires_at, x.documents, ${SUBSCRIPTION_JSON} as subscription
       from push_deliveries d join push_subscriptions s using (subscription_id)
       join (${SELECT} group by n.notice_id, n.user_id) as x on d.event = 'document:' || x.notice_id
      where d.delivery_id = any($1::bigint[]) and d.kind = 'document' order by d.delivery_id`,
    [ids],
  )
