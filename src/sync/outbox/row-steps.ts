import { applyOutboxChange } from '../../db/apply/outbox.ts'
import { type OutboxRow, ownerOf } from '../../db/outbox-row.ts'
import { parseRow } from '../../outbox/parse-row.ts'
import { isWaiting, type Moment } from '../../outbox/settle.ts'
import type { Phone } from '../phone.ts'

/** One driver's drain. */
export interface Drain {
  readonly phone: Phone
  readonly userId: string
}

export const momentOf = ({ clock, connection }: Phone): Moment => ({
  now: clock.now(),
  network: connection.get().state,
})

/** A step for a row that still waits; a row that was settled or changed into something else meanwhile is left alone. */
export const whileWaiting =
  ({ userId }: Drain, step: (row: OutboxRow) => OutboxRow | undefined) =>
  (stored: unknown): OutboxRow | undefined => {
    const parsed = parseRow(stored, ownerOf(userId))
    return parsed.ok && isWaiting(parsed.value) ? step(parsed.value) : undefined
  }

export const stepRow = (
  drain: Drain,
  id: string,
  step: (row: OutboxRow) => OutboxRow | undefined,
): Promise<OutboxRow | undefined> =>
  applyOutboxChange(drain.phone.dbs, drain.userId, { id, change: whileWaiting(drain, step) })
