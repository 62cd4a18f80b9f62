import type { InferOutput } from 'valibot'
import type { parkProblemBody, ParkProblemWire } from '../../src/contract/park-problems.ts'
import { toBookingId, type UserId } from '../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { PROBLEM_PHOTO_DAYS } from '../../src/domain/park-problem.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { type AttemptWindow, countAttempt } from '../repositories/attempts.ts'
import {
  deleteProblemPhotos,
  insertParkProblem,
  insertProblemPhoto,
  noteBookingReported,
} from '../repositories/park-problems.ts'

/** Per driver: enough for a bad day, too few to fill a table. Reports beyond the limit wait on the phone. */
const REPORTS_AN_HOUR = 10

export interface Told {
  readonly parkId: number
  readonly userId: UserId
  readonly body: Omit<InferOutput<typeof parkProblemBody>, 'photo'>
  /** A JPEG that we re-encoded; undefined for none. */
  readonly photo: Buffer | undefined
  readonly nowMs: number
}

type Refused =
  | { readonly code: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly code: 'booking_not_found' }

async function checkRate(tx: Queryable, attempt: AttemptWindow, limit: number): Promise<Refused | null> {
  const { count, resetsMs } = await countAttempt(tx, attempt)
  const retryAfterSeconds = Math.ceil((resetsMs - attempt.nowMs) / 1000)
  return count > limit ? { code: 'rate_limited', retryAfterSeconds } : null
}

/** Stores a driver's report with its photo; a report about a booking is shown at the gate. */
export async function reportProblem(
  tx: Queryable,
  { parkId, userId, body, photo, nowMs }: Told,
  random: () => number,
): Promise<Result<ParkProblemWire, Refused>> {
  const { kind, text, booking_id: booking } = body
  const bookingId = booking === undefined ? null : toBookingId(booking)
  const over = await checkRate(tx, { bucket: `problem:${userId}`, windowMs: HOUR_MS, nowMs }, REPORTS_AN_HOUR)
  if (over !== null) return err(over)
  const isOwn = bookingId === null || (await noteBookingReported(tx, { bookingId, userId, parkId, nowMs }))
  if (!isOwn) return err({ code: 'booking_not_found' })
  const problemId = uuid7(nowMs, random)
  await insertParkProblem(tx, { problemId, parkId, userId, kind, text, bookingId, nowMs })
  if (photo !== undefined) await insertProblemPhoto(tx, { problemId, jpeg: photo, nowMs })
  return ok({ problem_id: problemId, park_id: parkId, kind, text, created_at: toRfc3339(toInstant(nowMs)) })
}

/** Deletes old photos; run once a day. Reports stay, but their photos show other people's cars and plates. */
export const forgetProblemPhotos = (db: Queryable, nowMs: number): Promise<number> =>
  deleteProblemPhotos(db, nowMs - PROBLEM_PHOTO_DAYS * DAY_MS)
