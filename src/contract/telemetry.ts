import * as v from 'valibot'
import { type ErrorReport, REPORT_LIMITS } from '../domain/error-report.ts'
import { instantText, uuid } from './common.ts'

/** PostgreSQL text cannot contain NUL. */
const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.maxLength(limit),
    v.check((value) => !value.includes('\0')),
  )

/** One unexpected error. Fields not listed here are dropped. */
export const errorReportSchema: v.GenericSchema<ErrorReport> = v.object({
  report_id: uuid,
  at: instantText,
  source: v.picklist(['page', 'worker']),
  name: v.pipe(text(REPORT_LIMITS.name), v.minLength(1)),
  message: text(REPORT_LIMITS.message),
  stack: text(REPORT_LIMITS.stack),
  path: text(REPORT_LIMITS.path),
})
