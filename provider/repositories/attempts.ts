import type { Queryable } from '../db/database.ts'

export interface AttemptWindow {
  readonly bucket: string
  readonly windowMs: number
  readonly nowMs: number
}

export interface AttemptCount {
  /** Attempts in the current window, including this one. */
  readonly count: number
  readonly resetsMs: number
}

/**
 * Counts an attempt before it is made, in one statement, so that a burst of parallel attempts cannot exceed a limit.
 */
export async function countAttempt(db: Queryable, attempt: AttemptWindow): Promise<AttemptCount> {
  const now = new Date(attempt.nowMs)
  const [row] = await db.query<{ count: number; resets_at: number }>(
    `insert into attempts as a (bucket, count, resets_at) values ($1, 1, $2)
     on conflict (bucket) do update set
       count = case when a.resets_at <= $3 then 1 else a.count + 1 end,
       resets_at = case when a.resets_at <= $3 then excluded.resets_at else a.resets_at end
     returning count, resets_at`,
    [attempt.bucket, new Date(attempt.nowMs + attempt.windowMs), now],
  )
  if (row === undefined) throw new Error('An attempt was not counted')
  return { count: row.count, resetsMs: row.resets_at }
}

/** Reads the count without changing it. Returns undefined when there is no current window. */
export async function findAttempts(db: Queryable, bucket: string, nowMs: number): Promise<AttemptCount | undefined> {
  const [row] = await db.query<{ count: number; resets_at: number }>(
    'select count, resets_at from attempts where bucket = $1 and resets_at > $2',
    [bucket, new Date(nowMs)],
  )
  return row === undefined ? undefined : { count: row.count, resetsMs: row.resets_at }
}

/** Seconds until the window ends; at least one. */
export const secondsToReset = ({ resetsMs }: Pick<AttemptCount, 'resetsMs'>, nowMs: number): number =>
  Math.max(1, Math.ceil((resetsMs - nowMs) / 1000))

/** Takes back one attempt that turned out not to count. */
export async function returnAttempt(db: Queryable, bucket: string): Promise<void> {
  await db.query('update attempts set count = greatest(0, count - 1) where bucket = $1', [bucket])
}

export async function forgetAttempts(db: Queryable, bucket: string): Promise<void> {
  await db.query('delete from attempts where bucket = $1', [bucket])
}

/** Deletes finished windows, which keeps the table small. */
export async function sweepAttempts(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from attempts where resets_at <= $1', [new Date(nowMs)])
}
