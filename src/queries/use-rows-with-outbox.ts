import { useMemo, useSyncExternalStore } from 'react'
import { type RowsWithOutbox, readWithOutbox, type RowsRead } from '../db/read/read-with-outbox.ts'
import { lastOutboxCommit, type OutboxSnapshot } from '../db/read/outbox.ts'
import type { Saved } from '../db/read/saved.ts'
import { pendingOf } from '../outbox/read.ts'
import { firstAnswer } from './first-answers.ts'
import { type Query, toQuery, useLive } from './query.ts'
import { useConnection } from './use-connection.ts'
import type { Unanswered } from './view-bookings.ts'

export interface FoldedRead<R, T> {
  readonly read: RowsRead<R>
  /** The rows for a visitor. */
  readonly absent: R
  /** Pure, and the same function on each render. */
  readonly fold: (rows: R, unanswered: Unanswered) => Saved<T>
}

/** Returns the later of this page's last commit and the snapshot that was read. */
const latestOf = (read: OutboxSnapshot, asked: OutboxSnapshot | null): OutboxSnapshot =>
  asked !== null && asked.userId === read.userId && asked.at >= read.at ? asked : read

function foldFound<R, T>(
  { absent, fold }: FoldedRead<R, T>,
  found: RowsWithOutbox<R> | null,
  asked: OutboxSnapshot | null,
) {
  return found === null ? fold(absent, []) : fold(found.rows, pendingOf(latestOf(found.outbox, asked)))
}

/**
 * The driver's rows with unanswered requests folded over them, both from one moment; requests made on this page are
 * folded in as soon as they are stored. `deps` are the values that `read` and `fold` close over.
 */
export function useRowsWithOutbox<R, T>(folded: FoldedRead<R, T>, deps: readonly unknown[]): Query<T> {
  const connection = useConnection()
  const asked = useSyncExternalStore(lastOutboxCommit.subscribe, lastOutboxCommit.get, lastOutboxCommit.get)
  const first = firstAnswer(folded.read) as RowsWithOutbox<R> | null | undefined
  const found = useLive(() => readWithOutbox(folded.read), deps, first)
  const saved = useMemo(
    () => (found === undefined ? undefined : foldFound(folded, found, asked)),
    // oxlint-disable-next-line react/exhaustive-deps -- the parts of `folded` change with `deps` alone
    [found, asked],
  )
  return toQuery(saved, connection)
}
