import { IDBTransaction } from 'fake-indexeddb'
import type { Life } from './life.ts'

/**
 * The parts of fake-indexeddb that its types do not show: a tab that dies takes its transactions with it, and the oracle
 * reads what is stored without a transaction.
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
  /** Of the tab that opened it. */
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

/** Of a search tree by key; a record that was deleted may leave its node. */
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

/** All of it is written; only its end is missing. */
export const isOver = (transaction: RawTransaction): boolean =>
  transaction._started && transaction._requests.length === 0 && transaction._state !== 'finished'

/** A turn of a transaction whose tab is frozen waits, and keeps its stores from everybody else; one that is over may be committed. */
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
 * A finished transaction leaves its list in a turn of its own, which only the end of an upgrade needs: a fifth of all turns. Any
 * other leaves at once.
 */
finishing._markFinished = function finish() {
  if (this.mode === 'versionchange') return finishLater.call(this)
  this._state = 'finished'
  const { transactions } = this.db._rawDatabase
  const index = transactions.indexOf(this)
  if (index !== -1) transactions.splice(index, 1)
}

/** The tree's own way through it is a generator within a generator for each level. */
function addRows(rows: unknown[], node: RawNode | undefined): void {
  if (node === undefined) return
  addRows(rows, node.left)
  if (!node.deleted) rows.push(node.record.value)
  addRows(rows, node.right)
}

/** Everything in one store, in the order of its keys; empty where there is no such database or store. */
export function rowsOf(factory: IDBFactory, database: string, store: string): readonly unknown[] {
  const rows: unknown[] = []
  addRows(rows, rawFactory(factory)._databases.get(database)?.rawObjectStores.get(store)?.records.records._root)
  return rows
}

/** Whether a transaction is writing: until it has ended, what is stored may still be taken back. */
export const isWriting = (factory: IDBFactory): boolean =>
  [...rawFactory(factory)._databases.values()].some((database) =>
    database.transactions.some(
      ({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished',
    ),
  )

/** Ends a transaction whose tab is gone: committed when all of it was done and `isKept`, else taken back. Nobody hears of it. */
export function killTransaction(transaction: RawTransaction, isKept: boolean): void {
  const isDone = transaction._started && transaction._requests.length === 0
  if (!(isDone && isKept)) for (const undo of transaction._rollbackLog.toReversed()) undo()
  transaction._requests = []
  transaction._state = 'finished'
  transaction.dispatchEvent = () => true
  const { _rawDatabase: database } = transaction.db
  database.transactions = database.transactions.filter((other) => other !== transaction)
}

/** As when the process of a tab ends: its transactions are over, its connections gone. */
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
