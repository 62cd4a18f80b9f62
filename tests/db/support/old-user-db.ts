import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { userHash } from '../../../src/db/user-hash.ts'

/** A driver's rows in version 3 of the database, which had three tables for requests without an answer. */
export interface OldRows {
  readonly intents?: readonly object[]
  readonly paymentWishes?: readonly object[]
  readonly outbox?: readonly object[]
  readonly seq?: number
}

interface OldStorage {
  readonly indexedDB: IDBFactory
  readonly name: string
}

const userDbName = ({ name }: OldStorage, userId: string): string => `${name}-user-${userHash(userId)}`

/** Creates a driver's database as the previous release left it, closed as after its last tab. */
export async function leaveOldRows(storage: OldStorage, userId: string, rows: OldRows): Promise<void> {
  const db = new Dexie(userDbName(storage, userId), { indexedDB: storage.indexedDB, IDBKeyRange, cache: 'disabled' })
  db.version(1).stores({
    bookings: 'id, code',
    vehicles: 'id',
    wallets: 'currency',
    transactions: 'id, [currency+created_at]',
    intents: 'id',
    gone: 'id',
    counters: 'key',
    saved: 'key',
  })
  db.version(2).stores({ outbox: 'id, seq, entity, state' })
  db.version(3).stores({ payments: 'reference, [currency+createdAt]', paymentWishes: 'id', receipts: 'number' })
  const { intents = [], paymentWishes = [], outbox = [], seq = 0 } = rows
  await db.table('intents').bulkPut([...intents])
  await db.table('paymentWishes').bulkPut([...paymentWishes])
  await db.table('outbox').bulkPut([...outbox])
  if (seq > 0) await db.table('counters').put({ key: 'seq', value: seq })
  db.close()
}

interface OldCommand {
  readonly id: string
  readonly owner: string
  readonly command: { readonly kind: string }
  readonly entity: string
}

/** A row of the outbox in its old form, without a lane, because there was only one. */
export const oldOutboxRow = (row: OldCommand, changes: Readonly<Record<string, unknown>> = {}): object => ({
  ...row,
  seq: 1,
  kind: row.command.kind,
  v: 1,
  state: 'queued',
  attempts: 0,
  nextAt: 0,
  firstSentAt: null,
  lastError: null,
  createdAt: 1,
  settledAt: null,
  answers: [],
  reconcile: false,
  stuck: false,
  ...changes,
})
