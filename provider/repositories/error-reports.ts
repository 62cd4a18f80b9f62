import { DAY_MS, mustInstant } from '../../src/domain/instant.ts'
import type { ErrorReport } from '../../src/domain/error-report.ts'
import type { Queryable } from '../db/database.ts'

/** How many reports to keep, newest first, and for how long. */
const KEPT = 10_000
const KEPT_DAYS = 30

/** Stores a report and deletes old ones. Returns true when it was new. */
export async function keepErrorReport(db: Queryable, report: ErrorReport, nowMs: number): Promise<boolean> {
  const { report_id, at, source, name, message, stack, path } = report
  const added = await db.query(
    `insert into error_reports (report_id, at, received_at, source, name, message, stack, path)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (report_id) do nothing returning report_no`,
    [report_id, new Date(mustInstant(at)), new Date(nowMs), source, name, message, stack, path],
  )
  if (added.length === 0) return false
  await db.query(
    `delete from error_reports
      where report_no <= (select max(report_no) from error_reports) - $1 or received_at < $2`,
    [KEPT, new Date(nowMs - KEPT_DAYS * DAY_MS)],
  )
  return true
}
