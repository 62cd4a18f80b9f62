import { applyOutboxChange, type OutboxChange } from '../../db/apply/outbox.ts'
import { type OutboxRow, ownerOf } from '../../db/outbox-row.ts'
import { findSession } from '../../db/read/session.ts'
import { parseRow } from '../../outbox/parse-row.ts'
import { isWaiting, type Moment } from '../../outbox/settle.ts'
import type { AppContext } from '../app-context.ts'

/** One driver's requests on one phone: who it is was settled once, and is passed down from there. */
export interface Work {
  readonly phone: AppContext
  readonly userId: string
  /** Writes down what the provider said. Where the phone cannot, lane `queued` stops; lane `now` tells the driver all the same (undefined). */
  note<T>(noting: Promise<T>): Promise<T | undefined>
}

export const queuedWork = (phone: AppContext, userId: string): Work => ({ phone, userId, note: (noting) => noting })

/** Nothing is written for a driver who is not: it would bring back the database that went with them. */
export async function isSignedIn({ phone, userId }: Work): Promise<boolean> {
  const session = await findSession(phone.dbs)
  return session !== undefined && session.live && session.user.user_id === userId
}

export const momentOf = ({ clock, connection }: AppContext): Moment => ({
  now: clock.now(),
  network: connection.get().state,
})

type Step = (row: OutboxRow) => OutboxRow | undefined

/** A step for a row that still waits; one that was settled or changed into something else meanwhile is left alone. */
export const whileWaiting = ({ userId }: Work, id: string, step: Step): OutboxChange => ({
  id,
  change: (stored) => {
    const parsed = parseRow(stored, ownerOf(userId))
    return parsed.ok && isWaiting(parsed.value) ? step(parsed.value) : undefined
  },
})

/** Undefined: the row waits no more, or its driver is signed in no more. */
export const stepRow = (work: Work, id: string, step: Step): Promise<OutboxRow | undefined> =>
  applyOutboxChange(work.phone.dbs, work.userId, whileWaiting(work, id, step))
