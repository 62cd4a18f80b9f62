import { OUTBOX_CAP } from '../config/limits.ts'
import { DAY_MS } from '../domain/instant.ts'
import { type OutboxEntry, type OutboxRow, rowsOf, wantsChoice } from './read.ts'
import { isWaiting } from './settle.ts'

/** What the Activity screen shows of the past. */
const KEPT_ROWS = 50
const KEPT_MS = 30 * DAY_MS

const settledAtOf = (row: OutboxRow): number => row.settledAt ?? row.createdAt

/** A question that has its answer is nothing to look back at, and one without is asked anew. */
const isQuestion = ({ kind }: OutboxRow): boolean => kind === 'payment.verify'

/**
 * Ids of settled rows that are too old or too many. What waits and what cannot be read stays. A refusal stays until it was dismissed or
 * asked for again; one that was said on the page that asked stands with the past.
 */
export function toSweep(entries: readonly OutboxEntry[], now: number): readonly string[] {
  const rows = rowsOf(entries).toSorted((a, b) => settledAtOf(b) - settledAtOf(a))
  const questions = rows.filter((row) => isQuestion(row) && now - row.createdAt > DAY_MS)
  const past = rows.filter((row) => !isQuestion(row) && !wantsChoice(row) && !isWaiting(row))
  const old = past.filter((row, index) => index >= KEPT_ROWS || now - settledAtOf(row) > KEPT_MS)
  return [...questions, ...old, ...rows.filter(wantsChoice).slice(OUTBOX_CAP)].map((row) => row.id)
}
