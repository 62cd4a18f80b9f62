import { DAY_MS } from '../domain/instant.ts'
import type { OutboxEntry, OutboxRow } from './read.ts'
import { isWaiting } from './settle.ts'

/** What the Activity screen shows of the past. */
const KEPT_ROWS = 50
const KEPT_MS = 30 * DAY_MS

const settledAtOf = (row: OutboxRow): number => row.settledAt ?? row.createdAt

/** Ids of settled rows that are too old or too many. What waits and what cannot be read stays. */
export function toSweep(entries: readonly OutboxEntry[], now: number): readonly string[] {
  return entries
    .flatMap((entry) => (entry.readable && !isWaiting(entry.row) ? [entry.row] : []))
    .toSorted((a, b) => settledAtOf(b) - settledAtOf(a))
    .filter((row, index) => index >= KEPT_ROWS || now - settledAtOf(row) > KEPT_MS)
    .map((row) => row.id)
}
