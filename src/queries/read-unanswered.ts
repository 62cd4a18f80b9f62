import { readBesideOutbox, type RowsRead } from '../db/read/beside-outbox.ts'
import { pendingOf } from '../outbox/read.ts'
import type { Unanswered } from './view-bookings.ts'

/** The driver's rows and what waits for an answer, as they stood at one moment. `absent`: what a visitor has. */
export async function readWithUnanswered<T>(
  read: RowsRead<T>,
  absent: T,
): Promise<{ readonly rows: T; readonly unanswered: Unanswered }> {
  const found = await readBesideOutbox(read)
  if (found === undefined) return { rows: absent, unanswered: { intents: [], outbox: [] } }
  return { rows: found.rows, unanswered: { intents: found.intents, outbox: pendingOf(found.outbox) } }
}
