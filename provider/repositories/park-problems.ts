import type { ParkProblem } from '../../src/domain/park-problem.ts'
import type { BookingId, UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'

export interface NewParkProblem {
  readonly problemId: string
  readonly parkId: number
  readonly userId: UserId
  readonly kind: ParkProblem
  readonly text: string | null
  readonly bookingId: BookingId | null
  readonly nowMs: number
}

export async function insertParkProblem(tx: Queryable, problem: NewParkProblem): Promise<void> {
  const { problemId, parkId, userId, kind, text, bookingId, nowMs } = problem
  await tx.query(
    `insert into park_problems (problem_id, park_id, user_id, kind, text, booking_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [problemId, parkId, userId, kind, text, bookingId, new Date(nowMs)],
  )
}

/**
 * Updates the booking so that the gate's next list includes it. Returns false when this driver has no such booking at
 * this park.
 */
export async function noteBookingReported(
  tx: Queryable,
  about: {
    readonly bookingId: BookingId
    readonly userId: UserId
    readonly parkId: number
    readonly nowMs: number
  },
): Promise<boolean> {
  const { bookingId, userId, parkId, nowMs } = about
  const rows = await tx.query(
    `update bookings set version = version + 1, updated_at = $4
      where booking_id = $1 and user_id = $2 and park_id = $3 and hold_until is null
     returning booking_id`,
    [bookingId, userId, parkId, new Date(nowMs)],
  )
  return rows.length > 0
}

export async function insertProblemPhoto(
  tx: Queryable,
  photo: { readonly problemId: string; readonly jpeg: Buffer; readonly nowMs: number },
): Promise<void> {
  await tx.query('insert into problem_photos (problem_id, jpeg, created_at) values ($1, $2, $3)', [
    photo.problemId,
    photo.jpeg,
    new Date(photo.nowMs),
  ])
}

/** Returns undefined when there is none, or it has expired. */
export async function findProblemPhoto(db: Queryable, problemId: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ jpeg: Buffer }>('select jpeg from problem_photos where problem_id = $1', [problemId])
  return row?.jpeg
}

export async function deleteProblemPhotos(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query('delete from problem_photos where created_at < $1 returning problem_id', [
    new Date(beforeMs),
  ])
  return rows.length
}

export interface ReportedProblem {
  readonly problem_id: string
  readonly code: string
  readonly park: string
  readonly kind: ParkProblem
  readonly text: string | null
  readonly created_at: number
  readonly has_photo: boolean
  /** For a report about a booking that was cancelled because of it; minor units. */
  readonly refund_minor: number | null
  readonly currency: string
  /** For a report about a booking: when its car entered, whenever the gate's record arrived. */
  readonly checked_in_at: number | null
}

/** Lists reports of one park or all, newest first, without their authors. */
export const listParkProblems = (
  db: Queryable,
  { code, limit }: { readonly code: string | null; readonly limit: number },
): Promise<readonly ReportedProblem[]> =>
  db.query<ReportedProblem>(
    `select p.problem_id, k.code, k.name as park, p.kind, p.text, p.created_at, k.currency, b.checked_in_at,
            case when b.cancel_reason = 'no_space' then b.refund_minor end as refund_minor,
            exists (select 1 from problem_photos f where f.problem_id = p.problem_id) as has_photo
       from park_problems p join parks k on k.id = p.park_id left join bookings b using (booking_id)
      where ($1::text is null or k.code = $1)
      order by p.created_at desc limit $2`,
    [code, limit],
  )
