import type { Rating } from '../../src/contract/rating.ts'
import type { ReviewReport, Stars } from '../../src/domain/review.ts'
import type { BookingId, UserId } from '../../src/domain/ids.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { KeptPhoto } from '../rules/photo-wire.ts'
import { reviewPhotoSql } from './review-photos.ts'

/** Serialises reviews of one car park, so that a visit gets only one. */
export async function lockRating(tx: Queryable, parkId: number): Promise<void> {
  await tx.query('insert into park_ratings (park_id) values ($1) on conflict do nothing', [parkId])
  await tx.query('select 1 from park_ratings where park_id = $1 for update', [parkId])
}

/** Matches bookings of the same driver or plate whose used periods overlap or touch. */
const VISIT = (alias: string) =>
  `${alias}.start_time <= least(b.end_time, coalesce(b.cancelled_at, b.end_time))
   and least(${alias}.end_time, coalesce(${alias}.cancelled_at, ${alias}.end_time)) >= b.start_time
   and (${alias}.user_id = b.user_id
     or array_remove(${alias}.former_plates || ${alias}.plate, '') && array_remove(b.former_plates || b.plate, ''))`

/**
 * Whether another booking of the same visit has a review: same driver or car, overlapping or touching. A hidden review
 * counts even after its author deleted it.
 */
export async function hasReviewOfVisit(tx: Queryable, bookingId: BookingId): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from bookings b join reviews r on r.park_id = b.park_id and r.booking_id <> b.booking_id
       join bookings o on o.booking_id = r.booking_id
      where b.booking_id = $1 and (r.deleted_at is null or r.hidden_at is not null) and ${VISIT('o')} limit 1`,
    [bookingId],
  )
  return rows.length > 0
}

/** Whether the driver is a member of the organisation that runs the car park. */
export async function isOwnPark(tx: Queryable, userId: UserId, parkId: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from operator_members m join operator_parks p using (organisation_id)
      where m.user_id = $1 and m.removed_at is null and p.park_id = $2`,
    [userId, parkId],
  )
  return rows.length > 0
}

export interface NewReview {
  readonly reviewId: string
  readonly bookingId: BookingId
  readonly parkId: number
  readonly userId: UserId
  readonly stars: Stars
  readonly text: string | null
  readonly nowMs: number
}

/** Creates or updates the booking's review. Returns false when nothing changed. */
export async function putReview(tx: Queryable, review: NewReview): Promise<boolean> {
  const { reviewId, bookingId, parkId, userId, stars, text, nowMs } = review
  const rows = await tx.query(
    `insert into reviews as r (review_id, booking_id, park_id, user_id, stars, text, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (booking_id) do update set stars = excluded.stars, text = excluded.text, updated_at = excluded.updated_at, deleted_at = null,
       created_at = case when r.deleted_at is null then r.created_at else excluded.created_at end
       where r.deleted_at is not null or (r.stars, r.text) is distinct from (excluded.stars, excluded.text)
     returning review_id`,
    [reviewId, bookingId, parkId, userId, stars, text, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Marks the review as changed after its photo changed, so that moderators can look at it again. */
export async function touchReview(tx: Queryable, bookingId: BookingId, nowMs: number): Promise<void> {
  await tx.query('update reviews set updated_at = $2 where booking_id = $1', [bookingId, new Date(nowMs)])
}

export async function findReviewId(tx: Queryable, bookingId: BookingId): Promise<string> {
  const [row] = await tx.query<{ review_id: string }>('select review_id from reviews where booking_id = $1', [
    bookingId,
  ])
  return must(row, 'review of a booking').review_id
}

/** Returns false when there is no review. */
export async function takeReviewBack(tx: Queryable, bookingId: BookingId, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update reviews set stars = null, text = null, answer = null, answered_at = null, deleted_at = $2, updated_at = $2
      where booking_id = $1 and deleted_at is null returning review_id`,
    [bookingId, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Gives the booking a new version, so that the driver's phones fetch the change. */
export async function noteReviewed(tx: Queryable, bookingId: BookingId, nowMs: number): Promise<void> {
  await tx.query('update bookings set version = version + 1, updated_at = $2 where booking_id = $1', [
    bookingId,
    new Date(nowMs),
  ])
}

export interface ShownReviewRow {
  readonly review_id: string
  readonly stars: Stars
  readonly text: string | null
  readonly first_name: string
  readonly last_name: string
  readonly answer: string | null
  readonly answered_at: number | null
  readonly photo: KeptPhoto | null
  readonly created_at: number
  readonly updated_at: number
}

/** Lists visible reviews, newest first. */
export const listShownReviews = (
  db: Queryable,
  { parkId, limit, offset }: { readonly parkId: number; readonly limit: number; readonly offset: number },
): Promise<readonly ShownReviewRow[]> =>
  db.query<ShownReviewRow>(
    `select r.review_id, r.stars, r.text, u.first_name, u.last_name, r.answer, r.answered_at, r.created_at, r.updated_at,
            ${reviewPhotoSql('r')} as photo
       from reviews r join users u using (user_id) where r.park_id = $1 and r.hidden_at is null and r.deleted_at is null
      order by r.created_at desc, r.review_id limit $2 offset $3`,
    [parkId, limit, offset],
  )

/** Returns null when there are no reviews. */
export async function findRating(db: Queryable, parkId: number): Promise<Rating | null> {
  const [row] = await db.query<{ tenths: number; reviews: number }>(
    'select tenths, reviews from park_ratings where park_id = $1 and reviews > 0',
    [parkId],
  )
  return row === undefined ? null : { stars: row.tenths / 10, count: row.reviews }
}

/** Finds the author of a visible review. Returns undefined when there is none. */
export async function findAuthor(tx: Queryable, reviewId: string): Promise<UserId | undefined> {
  const [row] = await tx.query<{ user_id: UserId }>(
    'select user_id from reviews where review_id = $1 and hidden_at is null and deleted_at is null',
    [reviewId],
  )
  return row?.user_id
}

/** Only a driver's latest report of a review counts. */
export async function putReport(
  tx: Queryable,
  report: {
    readonly reviewId: string
    readonly userId: UserId
    readonly kind: ReviewReport
    readonly nowMs: number
  },
): Promise<void> {
  await tx.query(
    `insert into review_reports (review_id, user_id, kind, created_at) values ($1, $2, $3, $4)
     on conflict (review_id, user_id) do update set kind = excluded.kind, created_at = excluded.created_at`,
    [report.reviewId, report.userId, report.kind, new Date(report.nowMs)],
  )
}

export interface ModeratedRow {
  readonly review_id: string
  readonly booking_id: BookingId
  readonly park_id: number
  readonly park_code: string
  readonly stars: Stars
  readonly text: string | null
  readonly answer: string | null
  readonly hidden_reason: string | null
  readonly changed: boolean
  readonly photo: KeptPhoto | null
  readonly reports: Array<{ readonly kind: ReviewReport; readonly count: number }>
  readonly objection: { readonly kind: ReviewReport; readonly decided: boolean } | null
  readonly created_at: number
  readonly updated_at: number
}

const OPEN_REPORTS = `from review_reports p where p.review_id = r.review_id and p.created_at > coalesce(r.looked_at, '-infinity')`
const IS_OPEN = `j.created_at > coalesce(r.looked_at, '-infinity')`
/** Applies to the current review: a decision no longer counts once the author has changed it. */
const OBJECTION = `from review_objections j where j.review_id = r.review_id and (${IS_OPEN} or r.updated_at <= r.looked_at)`
const MODERATED = `
  select r.review_id, r.booking_id, r.park_id, k.code as park_code, r.stars, r.text, r.answer, r.hidden_reason,
         coalesce(r.updated_at > r.hidden_at, false) as changed, r.created_at, r.updated_at, ${reviewPhotoSql('r')} as photo,
         (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'count', n) order by n desc, kind), '[]')
            from (select p.kind, count(*) as n ${OPEN_REPORTS} group by p.kind) x) as reports,
         (select jsonb_build_object('kind', j.kind, 'decided', not ${IS_OPEN}) ${OBJECTION}) as objection
    from reviews r join parks k on k.id = r.park_id`

const LISTED: Readonly<Record<'all' | 'reported' | 'hidden', string>> = {
  all: 'true',
  reported: `r.hidden_at is null and (exists (select 1 ${OPEN_REPORTS}) or exists (select 1 ${OBJECTION} and ${IS_OPEN}))`,
  hidden: 'r.hidden_at is not null',
}
const WITHIN = 'r.deleted_at is null and ($1::int[] is null or r.park_id = any($1))'

export interface ModeratedList {
  readonly show: keyof typeof LISTED
  /** Ids of car parks; null for all. */
  readonly within: readonly number[] | null
  readonly limit: number
  readonly offset: number
}

/** Lists reviews, most recently changed first. */
export async function listModerated(
  db: Queryable,
  { show, within, limit, offset }: ModeratedList,
): Promise<{ readonly rows: readonly ModeratedRow[]; readonly total: number }> {
  const where = `${WITHIN} and ${LISTED[show]}`
  const [rows, [count]] = await Promise.all([
    db.query<ModeratedRow>(`${MODERATED} where ${where} order by r.updated_at desc, r.review_id limit $2 offset $3`, [
      within,
      limit,
      offset,
    ]),
    db.query<{ total: number }>(`select count(*) as total from reviews r where ${where}`, [within]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** Locks the booking first, as everywhere. Returns undefined when there is no review, or its author deleted it. */
export async function lockModerated(tx: Queryable, reviewId: string): Promise<ModeratedRow | undefined> {
  await tx.query(
    'select 1 from bookings where booking_id = (select booking_id from reviews where review_id = $1) for update',
    [reviewId],
  )
  const [row] = await tx.query<ModeratedRow>(
    `${MODERATED} where r.review_id = $1 and r.deleted_at is null for update of r`,
    [reviewId],
  )
  return row
}

/** Hides a review, or shows it again when `reason` is null. All reports so far count as handled. */
export async function putHidden(
  tx: Queryable,
  { reviewId, reason, nowMs }: { readonly reviewId: string; readonly reason: string | null; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update reviews set looked_at = $3::timestamptz, hidden_reason = $2, hidden_at = case when $2::text is null then null else $3::timestamptz end where review_id = $1`,
    [reviewId, reason, new Date(nowMs)],
  )
}

export async function putAnswer(
  tx: Queryable,
  { reviewId, answer, nowMs }: { readonly reviewId: string; readonly answer: string | null; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update reviews set answer = $2, answered_at = case when $2::text is null then null else $3::timestamptz end where review_id = $1`,
    [reviewId, answer, new Date(nowMs)],
  )
}

/** Only the operator's latest objection counts. */
export async function putObjection(
  tx: Queryable,
  { reviewId, kind, nowMs }: { readonly reviewId: string; readonly kind: ReviewReport; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into review_objections (review_id, kind, created_at) values ($1, $2, $3)
     on conflict (review_id) do update set kind = excluded.kind, created_at = excluded.created_at`,
    [reviewId, kind, new Date(nowMs)],
  )
}
