import { IDBTransaction } from 'fake-indexeddb'
import type { Life } from './life.ts'

/**
 * Internals of fake-indexeddb that its types hide: a dying tab takes its transactions with it, and the oracle reads
 * stored rows without a transaction.
 */
export interface RawTransaction {
  readonly db: RawConnection
  readonly mode: 'readonly' | 'readwrite' | 'versionchange'
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  _started: boolean
  _requests: unknown[]
  _rollbackLog: (() => void)[]
  objectStore: (name: string) => RawStoreHandle
  dispatchEvent: (event: unknown) => boolean
  _start: () => void
  _abort: (errorName: string) => void
}

export interface RawStoreHandle {
  readonly name: string
  put: (...args: unknown[]) => unknown
  add: (...args: unknown[]) => unknown
  delete: (...args: unknown[]) => unknown
  clear: (...args: unknown[]) => unknown
}

export interface RawConnection {
  readonly _rawDatabase: RawDatabase
  /** Life of the tab that opened it. */
  life?: Life
  _closed: boolean
  _closePending: boolean
  transaction: (stores: string | string[], mode?: RawTransaction['mode'], options?: unknown) => RawTransaction
}

export interface RawDatabase {
  readonly name: string
  transactions: RawTransaction[]
  connections: RawConnection[]
  readonly rawObjectStores: ReadonlyMap<string, { readonly records: RawRecords }>
  processTransactions(): void
}

interface RawRecord {
  readonly value: unknown
}

/** Node of a search tree by key; a deleted record may leave its node behind. */
interface RawNode {
  readonly record: RawRecord
  readonly left: RawNode | undefined
  readonly right: RawNode | undefined
  readonly deleted: boolean
}

interface RawRecords {
  readonly records: { readonly _root: RawNode | undefined }
  values(): Iterable<RawRecord>
}

export interface RawFactory {
  readonly _databases: Map<string, RawDatabase>
  readonly _connectionQueues: Map<string, Promise<unknown>>
}

export const rawFactory = (factory: IDBFactory): RawFactory => factory as unknown as RawFactory

interface Finishing {
  _markFinished: (this: RawTransaction) => void
  _start: (this: RawTransaction) => void
}

const finishing = IDBTransaction.prototype as unknown as Finishing
const { _markFinished: finishLater, _start: goOn } = finishing

/** Whether all requests are done and only the completion is missing. */
export const isOver = (transaction: RawTransaction): boolean =>
  transaction._started && transaction._requests.length === 0 && transaction._state !== 'finished'

/**
 * Makes the transaction of a frozen tab wait, with its stores locked; one whose requests are all done may be committed.
 */
finishing._start = function start() {
  const { life } = this.db
  if (life?.isFrozen !== true) return goOn.call(this)
  const { _rawDatabase: database } = this.db
  if (isOver(this) && life.isKept && this.mode !== 'versionchange') {
    database.transactions = database.transactions.filter((other) => other !== this)
    database.processTransactions()
  }
  this._started = true
  life.whenAwake(() => setImmediate(() => this._start()))
}

/**
 * A finished transaction leaves its list in a separate turn, which only the end of an upgrade needs; those turns would
 * be a fifth of all. Any other transaction leaves at once.
 */
finishing._markFinished = function finish() {
  if (this.mode === 'versionchange') return finishLater.call(this)
  this._state = 'finished'
  const { transactions } = this.db._rawDatabase
  const index = transactions.indexOf(this)
  if (index !== -1) transactions.splice(index, 1)
}

/** Faster than the tree's own traversal, which nests a generator per level. */
function addRows(rows: unknown[], node: RawNode | undefined): void {
  if (node === undefined) return
  addRows(rows, node.left)
  if (!node.deleted) rows.push(node.record.value)
  addRows(rows, node.right)
}

/** Returns all rows of one store in key order; empty when there is no such database or store. */
export function rowsOf(factory: IDBFactory, database: string, store: string): readonly unknown[] {
  const rows: unknown[] = []
  addRows(rows, rawFactory(factory)._databases.get(database)?.rawObjectStores.get(store)?.records.records._root)
  return rows
}

/** Whether a write transaction is open, which may still be rolled back. */
export const isWriting = (factory: IDBFactory): boolean =>
  [...rawFactory(factory)._databases.values()].some((database) =>
    database.transactions.some(
      ({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished',
    ),
  )

/**
 * Ends the transaction of a dead tab without events: commits it when all its requests are done and `isKept`, otherwise
 * rolls it back.
 */
export function killTransaction(transaction: RawTransaction, isKept: boolean): void {
  const isDone = transaction._started && transaction._requests.length === 0
  if (!(isDone && isKept)) for (const undo of transaction._rollbackLog.toReversed()) undo()
  transaction._requests = []
  transaction._state = 'finished'
  transaction.dispatchEvent = () => true
  const { _rawDatabase: database } = transaction.db
  database.transactions = database.transactions.filter((other) => other !== transaction)
}

/** Simulates the end of a tab's process: ends its transactions and drops its connections. */
export function killConnection(connection: RawConnection, isKept: boolean): void {
  const { _rawDatabase: database } = connection
  for (const transaction of database.transactions)
    if (transaction.db === connection && transaction._state !== 'finished' && transaction.mode !== 'versionchange')
      killTransaction(transaction, isKept)
  connection._closePending = true
  connection._closed = true
  database.connections = database.connections.filter((other) => other !== connection)
  database.processTransactions()
}
