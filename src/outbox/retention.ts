import { OUTBOX_CAP } from '../config/limits.ts'
import { DAY_MS } from '../domain/instant.ts'
import { type OutboxEntry, type OutboxRow, rowsOf, wantsChoice } from './read.ts'
import { isWaiting } from './settle.ts'

/** History shown on the Activity screen. */
const KEPT_ROWS = 50
const KEPT_MS = 30 * DAY_MS

const settledAtOf = (row: OutboxRow): number => row.settledAt ?? row.createdAt

/** An answered check is not worth keeping in the history, and an unanswered one is asked again. */
const isQuestion = ({ kind }: OutboxRow): boolean => kind === 'payment.verify'

/**
 * Returns the ids of settled rows that are too old or too many. Waiting and unreadable rows stay. A refusal stays until
 * it is dismissed or requested again; one shown on the page that asked counts as history.
 */
export function toSweep(entries: readonly OutboxEntry[], now: number): readonly string[] {
  const rows = rowsOf(entries).toSorted((a, b) => settledAtOf(b) - settledAtOf(a))
  const questions = rows.filter((row) => isQuestion(row) && now - row.createdAt > DAY_MS)
  const past = rows.filter((row) => !isQuestion(row) && !wantsChoice(row) && !isWaiting(row))
  const old = past.filter((row, index) => index >= KEPT_ROWS || now - settledAtOf(row) > KEPT_MS)
  return [...questions, ...old, ...rows.filter(wantsChoice).slice(OUTBOX_CAP)].map((row) => row.id)
}
