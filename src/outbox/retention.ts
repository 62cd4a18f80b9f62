import { OUTBOX_CAP } from '../config/limits.ts'
import { DAY_MS } from '../domain/instant.ts'
import type { OutboxEntry, OutboxRow } from './read.ts'

/** What the Activity screen shows of the past. */
const KEPT_ROWS = 50
const KEPT_MS = 30 * DAY_MS

const settledAtOf = (row: OutboxRow): number => row.settledAt ?? row.createdAt

/** What needs nothing more of the driver. A refusal does: it stays until it was dismissed or asked for again. */
const isOver = ({ state }: OutboxRow): boolean => state === 'done' || state === 'discarded'
const isRefused = ({ state }: OutboxRow): boolean =>
  state === 'rejected' || state === 'expired' || state === 'quarantined'

/** Ids of settled rows that are too old or too many. What waits and what cannot be read stays. */
export function toSweep(entries: readonly OutboxEntry[], now: number): readonly string[] {
  const rows = entries
    .flatMap((entry) => (entry.readable ? [entry.row] : []))
    .toSorted((a, b) => settledAtOf(b) - settledAtOf(a))
  const old = rows.filter(isOver).filter((row, index) => index >= KEPT_ROWS || now - settledAtOf(row) > KEPT_MS)
  return [...old, ...rows.filter(isRefused).slice(OUTBOX_CAP)].map((row) => row.id)
}
