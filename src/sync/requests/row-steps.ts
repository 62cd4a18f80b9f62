import { applyOutboxChange, type OutboxChange } from '../../db/apply/outbox.ts'
import { type OutboxRow, ownerOf } from '../../db/outbox-row.ts'
import { findSession } from '../../db/read/session.ts'
import { parseRow } from '../../outbox/parse-row.ts'
import { isWaiting, type Moment } from '../../outbox/settle.ts'
import type { AppContext } from '../app-context.ts'

/** One driver's requests on one phone: the driver is determined once and passed down from there. */
export interface Work {
  readonly phone: AppContext
  readonly userId: string
  /**
   * Stores the provider's answer. If that fails, lane `queued` stops; lane `now` still tells the driver (undefined).
   */
  note<T>(noting: Promise<T>): Promise<T | undefined>
}

export const queuedWork = (phone: AppContext, userId: string): Work => ({ phone, userId, note: (noting) => noting })

/** Writing for a signed-out driver would recreate their deleted database. */
export async function isSignedIn({ phone, userId }: Work): Promise<boolean> {
  const session = await findSession(phone.dbs)
  return session !== undefined && session.live && session.user.user_id === userId
}

export const momentOf = ({ clock, connection }: AppContext): Moment => ({
  now: clock.now(),
  network: connection.get().state,
})

type Step = (row: OutboxRow) => OutboxRow | undefined

/**
 * Applies a step to a row that still waits; leaves it alone if it was settled or changed into something else meanwhile.
 */
export const whileWaiting = ({ userId }: Work, id: string, step: Step): OutboxChange => ({
  id,
  change: (stored) => {
    const parsed = parseRow(stored, ownerOf(userId))
    return parsed.ok && isWaiting(parsed.value) ? step(parsed.value) : undefined
  },
})

/** Returns undefined when the row is not waiting, or its driver is signed out. */
export const stepRow = (work: Work, id: string, step: Step): Promise<OutboxRow | undefined> =>
  applyOutboxChange(work.phone.dbs, work.userId, whileWaiting(work, id, step))
