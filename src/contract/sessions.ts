import * as v from 'valibot'
import { instantText, uuid } from './common.ts'

/** One signed-in device. */
export const deviceSession = v.object({
  session_id: uuid,
  /** Names, such as `Firefox` and `Android`; null when unknown. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  created_at: instantText,
  /** Rounded to a quarter of an hour. */
  last_seen_at: instantText,
  /** True for the session that makes this request. */
  current: v.boolean(),
})
export type DeviceSession = v.InferOutput<typeof deviceSession>

/** Newest activity first, after the current session. */
export const deviceSessions = v.object({ data: v.array(deviceSession) })
