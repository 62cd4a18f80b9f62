import * as v from 'valibot'
import { instantText, uuid } from './common.ts'

/** One place where the driver is signed in. */
export const deviceSession = v.object({
  session_id: uuid,
  /** Names, such as `Firefox` and `Android`; null where they are not known. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  created_at: instantText,
  /** To a quarter of an hour. */
  last_seen_at: instantText,
  /** The session that asks. */
  current: v.boolean(),
})
export type DeviceSession = v.InferOutput<typeof deviceSession>

/** Newest activity first, the session that asks before all. */
export const deviceSessions = v.object({ data: v.array(deviceSession) })
