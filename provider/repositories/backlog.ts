import type { Queryable } from '../db/database.ts'

/**
 * Work waiting for the background jobs, as named metrics; uses the same indexes as the jobs. Also the audit's
 * differences, and for how long PostgreSQL has failed to archive its log.
 */
export async function readBacklog(db: Queryable, nowMs: number): Promise<Readonly<Record<string, number>>> {
  const [row] = await db.query<Record<string, number>>(
    `select (select count(*) from payments where next_check_at <= $1)::float8 as baywise_payments_due,
            (select coalesce(extract(epoch from $1 - min(next_check_at)), 0) from payments where next_check_at <= $1)::float8
              as baywise_payments_overdue_seconds,
            (select count(*) from booking_mails where state = 'queued')::float8 as baywise_booking_mails_waiting,
            (select coalesce(extract(epoch from $1 - min(created_at)), 0) from booking_mails where state = 'queued')::float8
              as baywise_booking_mails_oldest_seconds,
            (select count(*) from push_deliveries where state = 'queued')::float8 as baywise_push_waiting,
            (select differences from ledger_marks where name = 'audit')::float8 as baywise_ledger_differences,
            (select coalesce((select max(posting_id) from postings), 0) - settled_id from ledger_marks where name = 'audit')::float8
              as baywise_ledger_unaudited_postings,
            (select case when last_failed_time > coalesce(last_archived_time, '-infinity')
                         then extract(epoch from $1 - coalesce(last_archived_time, stats_reset)) else 0 end
               from pg_stat_archiver)::float8 as baywise_archive_failing_seconds`,
    [new Date(nowMs)],
  )
  return row ?? {}
}
