import { IDBFactory } from 'fake-indexeddb'
import { type Coverage, count } from '../coverage.ts'
import { Life } from './life.ts'
import {
  isOver,
  isWriting,
  killConnection,
  rawFactory,
  type RawConnection,
  type RawFactory,
  type RawStoreHandle,
  type RawTransaction,
} from './fake-database.ts'

/**
 * A fault of a phone's storage. `unknown`: an error without a reason; `hang`: no answer; `full`: no further writes fit.
 * `packed`: no further writes fit until a transaction without writes has deleted something.
 */
export type StorageTrouble = 'none' | 'unknown' | 'closed' | 'hang' | 'full' | 'packed'

/** The storage of one device, shared by all its tabs. */
export interface DeviceStorage {
  readonly factory: IDBFactory
  trouble: StorageTrouble
  /** How many more transactions the fault hits. */
  troubleLeft: number
  /** Transactions that may have changed something. */
  writes: number
  readonly coverage: Coverage
}

export const createDeviceStorage = (): DeviceStorage => ({
  factory: new IDBFactory(),
  trouble: 'none',
  troubleLeft: 0,
  writes: 0,
  coverage: new Map(),
})

/** One tab's access to the storage. */
export interface TabStorage {
  readonly factory: IDBFactory
  /** Ends the tab's process; with `isKept`, completed writes survive. */
  kill(isKept: boolean): void
}

const NO_TROUBLE = { trouble: 'none', troubleLeft: 0 } as const

const isSpent = (storage: DeviceStorage): boolean => storage.trouble === 'none' || storage.troubleLeft <= 0

/**
 * A full disk shows only at the commit, after every request has succeeded. Calls `onFreed` when the transaction deleted
 * something and wrote nothing.
 */
function failAtCommit(transaction: RawTransaction, onFreed: () => void): void {
  const { _start: start, objectStore } = transaction
  const { rawObjectStores } = transaction.db._rawDatabase
  let [hasWritten, hasDeleted] = [false, false]
  transaction.objectStore = (name) => {
    const store: RawStoreHandle = objectStore.call(transaction, name)
    const { put, add, delete: remove, clear } = store
    const isEmpty = (): boolean => rawObjectStores.get(name)?.records.values()[Symbol.iterator]().next().done ?? true
    const noting =
      (act: RawStoreHandle['put'], note: () => void): RawStoreHandle['put'] =>
      (...args) => {
        note()
        return act.apply(store, args)
      }
    const written = (): void => {
      hasWritten = true
    }
    const deleted = (): void => {
      hasDeleted ||= !isEmpty()
    }
    const noted = { put: noting(put, written), add: noting(add, written) }
    return Object.assign(store, noted, { delete: noting(remove, deleted), clear: noting(clear, deleted) })
  }
  transaction._start = () => {
    const isAtEnd = isOver(transaction)
    if (isAtEnd && hasWritten) return transaction._abort('QuotaExceededError')
    if (isAtEnd && hasDeleted) onFreed()
    return start.call(transaction)
  }
}

function hang(transaction: RawTransaction): void {
  const database = transaction.db._rawDatabase
  database.transactions = database.transactions.filter((other) => other !== transaction)
  transaction._start = () => undefined
}

function ail(storage: DeviceStorage, mode: string | undefined, begin: () => RawTransaction): RawTransaction {
  const isForWrites = storage.trouble === 'full' || storage.trouble === 'packed'
  if (isSpent(storage) || (isForWrites && mode !== 'readwrite')) return begin()
  if (storage.trouble !== 'packed') storage.troubleLeft -= 1
  count(storage.coverage, `storage: ${storage.trouble}, ${mode ?? 'readonly'}`)
  if (storage.trouble === 'unknown') throw new DOMException('Internal error', 'UnknownError')
  if (storage.trouble === 'closed') throw new DOMException('The connection was closed', 'InvalidStateError')
  const transaction = begin()
  if (storage.trouble === 'hang') hang(transaction)
  else if (storage.trouble === 'full') failAtCommit(transaction, () => undefined)
  else failAtCommit(transaction, () => Object.assign(storage, NO_TROUBLE))
  return transaction
}

function watchConnection(connection: RawConnection, storage: DeviceStorage): void {
  const { transaction: begin } = connection
  connection.transaction = (stores, mode, options) => {
    if (mode !== 'readonly') storage.writes += 1
    if (mode === 'versionchange') return begin.call(connection, stores, mode, options)
    return ail(storage, mode, () => begin.call(connection, stores, mode, options))
  }
}

interface OpenRequest {
  readonly result: unknown
  addEventListener(type: string, listener: () => void): void
}

/** Opens storage that the device's tabs share, but that this tab can lose alone. */
export function openTabStorage(storage: DeviceStorage, life: Life = new Life()): TabStorage {
  const connections = new Set<RawConnection>()
  let isDead = false
  const factory = new IDBFactory()
  const { _databases, _connectionQueues } = rawFactory(storage.factory)
  Object.assign(factory as unknown as RawFactory, { _databases, _connectionQueues })
  const open = factory.open.bind(factory)
  const never = (): OpenRequest => ({ result: undefined, addEventListener: () => undefined })
  const watchedOpen = (name: string, version?: number): OpenRequest => {
    if (isDead) return never()
    if (!isSpent(storage) && storage.trouble === 'unknown') {
      storage.troubleLeft -= 1
      count(storage.coverage, 'storage: unknown, open')
      throw new DOMException('Internal error', 'UnknownError')
    }
    const request = open(name, version) as unknown as OpenRequest
    request.addEventListener('success', () => {
      const connection = request.result as RawConnection
      if (isDead) return killConnection(connection, true)
      connections.add(connection)
      connection.life = life
      watchConnection(connection, storage)
      return undefined
    })
    return request
  }
  const watchedDelete = factory.deleteDatabase.bind(factory)
  Object.assign(factory, {
    open: watchedOpen,
    deleteDatabase: (name: string) => (isDead ? never() : watchedDelete(name)),
  })
  return {
    factory,
    kill(isKept) {
      isDead = true
      storage.writes += 1
      if (isWriting(factory)) count(storage.coverage, `a tab dies inside a write, ${isKept ? 'kept' : 'lost'}`)
      for (const connection of connections) killConnection(connection, isKept)
    },
  }
}
