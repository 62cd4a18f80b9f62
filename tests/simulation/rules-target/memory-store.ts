import type { Database, Queryable } from '../../../provider/db/database.ts'
import { NO_SEAL } from '../../../provider/db/seal.ts'
import type { IdempotencyState, IdempotentCall } from '../../../provider/repositories/idempotency.ts'
import type { Rows, Store } from '../../../provider/repositories/store.ts'
import { bookingReads, bookingWrites } from './booking-rows.ts'
import { endOfStayWrites } from './end-of-stay.ts'
import { previousStays } from './previous-stays.ts'
import { eventRows } from './event-rows.ts'
import { favouriteRows } from './favourite-rows.ts'
import { keyOf, keyRows } from './key-rows.ts'
import type { Memory } from './memory.ts'
import { runStatement } from './memory-statements.ts'
import { noSpaceRows } from './no-space.ts'
import { parkRows } from './park-rows.ts'
import type { SyncRows } from './rows.ts'
import { sessionRows, userRows } from './user-rows.ts'
import { vehicleRows } from './vehicle-rows.ts'
import { walletRows } from './wallet-rows.ts'

const syncRows = (memory: Memory): SyncRows => ({
  ...userRows(memory),
  ...sessionRows(memory),
  ...vehicleRows(memory),
  ...favouriteRows(memory),
  ...eventRows,
  ...parkRows(memory),
  ...previousStays(memory),
  ...bookingReads(memory),
  ...bookingWrites(memory),
  ...noSpaceRows(memory),
  ...endOfStayWrites(memory),
  ...walletRows(memory),
  ...keyRows(memory),
})

/** A fair mutex: first come, first served. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is the caller's turn, with a function that ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

/**
 * One transaction. Claims its key before its turn, like the database's advisory lock: a twin learns at once that the
 * request is in progress, while everything else waits its turn and sees only committed rows.
 */
class Transaction {
  readonly #store: Inside
  readonly #claims: string[] = []
  #turn: Promise<() => void> | undefined

  constructor(store: Inside) {
    this.#store = store
  }

  #enter(): Promise<() => void> {
    this.#turn ??= this.#store.turns.take().then((end) => {
      this.#store.memory.journal.undo = []
      return end
    })
    return this.#turn
  }

  /** Whether another transaction has claimed the key. */
  isClaimed(call: Pick<IdempotentCall, 'scope' | 'key'>): boolean {
    const name = keyOf(call)
    return !this.#claims.includes(name) && this.#store.claimed.has(name)
  }

  claim(call: Pick<IdempotentCall, 'scope' | 'key'>): boolean {
    const name = keyOf(call)
    if (this.#claims.includes(name)) return true
    if (this.#store.claimed.has(name)) return false
    this.#store.claimed.add(name)
    this.#claims.push(name)
    return true
  }

  /** Runs `work` with everything that is committed, and with this transaction's own writes. */
  async run<T>(work: () => T): Promise<T> {
    await this.#enter()
    return work()
  }

  /** Claims the call's key; the request may then take a while without blocking others. */
  async begin(call: IdempotentCall): Promise<IdempotencyState> {
    if (!this.claim(call)) return { state: 'in_progress' }
    if (this.#turn === undefined) await this.#store.think()
    return this.#store.rows.beginIdempotent(call)
  }

  async end(isCommitted: boolean): Promise<void> {
    if (this.#turn !== undefined) {
      const endTurn = await this.#turn
      const { journal } = this.#store.memory
      if (!isCommitted) for (const undo of (journal.undo ?? []).toReversed()) undo()
      journal.undo = undefined
      endTurn()
    }
    for (const name of this.#claims) this.#store.claimed.delete(name)
  }
}

interface Inside {
  readonly memory: Memory
  readonly rows: SyncRows
  readonly turns: Turns
  /** Keys claimed by transactions in progress. */
  readonly claimed: Set<string>
  /** How long a request takes after claiming its key. */
  readonly think: Think
}

export type Think = () => Promise<void> | undefined

type Run = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** Every function of the store, each in the transaction that `run` gives it. */
function rowsIn({ rows, think }: Inside, run: Run): Rows {
  const names = Object.keys(rows) as (keyof Rows)[]
  const bind =
    (name: keyof Rows) =>
    (...rest: readonly unknown[]) =>
      run((transaction) => transaction.run(() => (rows[name] as (...rest: readonly unknown[]) => unknown)(...rest)))
  const all = Object.fromEntries(names.map((name) => [name, bind(name)])) as unknown as Rows
  return {
    ...all,
    beginIdempotent: (call) => run((transaction) => transaction.begin(call)),
    // Takes no claim: a look-up must not block a write.
    lookAtRequest: (key) =>
      run(async (transaction) =>
        transaction.isClaimed(key) ? { state: 'in_progress' } : transaction.run(() => rows.lookAtRequest(key)),
      ),
    withdrawRequest: (key) =>
      run(async (transaction) =>
        transaction.claim(key) ? transaction.run(() => rows.withdrawRequest(key)) : { state: 'in_progress' },
      ),
    refuseRequest: (call, answer) =>
      run(async (transaction) =>
        transaction.claim(call) ? transaction.run(() => rows.refuseRequest(call, answer)) : { state: 'in_progress' },
      ),
    bookParking: (booking) =>
      run(async (transaction) => {
        if (!transaction.claim(booking.call)) return { outcome: 'in_progress' }
        await think()
        return transaction.run(() => rows.bookParking(booking))
      }),
  }
}

const BEGIN = 'select state, status, body from idempotency_begin($1, $2, $3)'

/** The same rows, for code that speaks SQL. */
const queryableIn = ({ memory }: Inside, run: Run): Queryable => ({
  seal: NO_SEAL,
  query: <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    run(async (transaction) => {
      if (sql !== BEGIN) return transaction.run(() => runStatement(memory, sql, values) as readonly Row[])
      const [scope, key, fingerprint] = values as readonly [string, string, string]
      const begun = await transaction.begin({ scope, key, fingerprint })
      const answer = begun.state === 'replay' ? begun.answer : { status: null, body: null }
      return [{ state: begun.state, ...answer }] as readonly unknown[] as readonly Row[]
    }),
})

export interface MemoryStore extends Store {
  readonly database: Database
  /** Runs work outside of any request in a turn of its own, so that no transaction rolls it back. */
  aside<T>(work: () => T): Promise<T>
}

const noPool = (): never => {
  throw new Error('This provider has no database server')
}

/** A store over rows in memory, with the same transactions, keys and refusals as the one over PostgreSQL. */
export function createMemoryStore(memory: Memory, think: Think = () => undefined): MemoryStore {
  const store: Inside = { memory, rows: syncRows(memory), turns: new Turns(), claimed: new Set(), think }
  const transact: Run = async (work) => {
    const transaction = new Transaction(store)
    let isCommitted = false
    try {
      const value = await work(transaction)
      isCommitted = true
      return value
    } finally {
      await transaction.end(isCommitted)
    }
  }
  const database: Database = {
    ...queryableIn(store, transact),
    transaction: (work) => transact((transaction) => work(queryableIn(store, (run) => run(transaction)))),
    close: () => Promise.resolve(),
    get pool() {
      return noPool()
    },
  }
  return {
    ...rowsIn(store, transact),
    transaction: (work) => transact((transaction) => work(rowsIn(store, (run) => run(transaction)))),
    database,
    async aside(work) {
      const endTurn = await store.turns.take()
      try {
        return work()
      } finally {
        endTurn()
      }
    },
  }
}
