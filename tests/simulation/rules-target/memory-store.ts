import type { IdempotentCall } from '../../../provider/repositories/idempotency.ts'
import type { Rows, Store } from '../../../provider/repositories/store.ts'
import { bookingReads, bookingWrites } from './booking-rows.ts'
import { keyOf, keyRows } from './key-rows.ts'
import type { Memory } from './memory.ts'
import { parkRows } from './park-rows.ts'
import type { SyncRows } from './rows.ts'
import { sessionRows, userRows } from './user-rows.ts'
import { vehicleRows } from './vehicle-rows.ts'
import { walletRows } from './wallet-rows.ts'

const syncRows = (memory: Memory): SyncRows => ({
  ...userRows(memory),
  ...sessionRows(memory),
  ...vehicleRows(memory),
  ...parkRows(memory),
  ...bookingReads(memory),
  ...bookingWrites(memory),
  ...walletRows(memory),
  ...keyRows(memory),
})

/** First come, first served; one at a time. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Resolves when it is this one's turn, with what ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    return resolve
  }
}

/**
 * One transaction. Its key is claimed before its turn comes, as the database's advisory lock is: a twin is told at once that it is
 * in progress, while everything else waits for its turn and sees only what was committed.
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

  claim(call: IdempotentCall): boolean {
    const name = keyOf(call)
    if (this.#claims.includes(name)) return true
    if (this.#store.claimed.has(name)) return false
    this.#store.claimed.add(name)
    this.#claims.push(name)
    return true
  }

  async run(name: keyof Rows, rest: readonly unknown[]): Promise<unknown> {
    await this.#enter()
    return (this.#store.rows[name] as (...rest: readonly unknown[]) => unknown)(...rest)
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
  /** Keys of transactions in progress. */
  readonly claimed: Set<string>
}

type Run = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** Every function of the store; `run` says in which transaction. */
function rowsIn({ rows }: Inside, run: Run): Rows {
  const names = Object.keys(rows) as (keyof Rows)[]
  const all = Object.fromEntries(
    names.map((name) => [name, (...rest: readonly unknown[]) => run((transaction) => transaction.run(name, rest))]),
  ) as unknown as Rows
  return {
    ...all,
    beginIdempotent: (call) =>
      run(async (transaction) => (transaction.claim(call) ? rows.beginIdempotent(call) : { state: 'in_progress' })),
    bookParking: (booking) =>
      run(async (transaction) =>
        transaction.claim(booking.call)
          ? ((await transaction.run('bookParking', [booking])) as ReturnType<SyncRows['bookParking']>)
          : { outcome: 'in_progress' },
      ),
  }
}

export interface MemoryStore extends Store {
  /** Something that no request does, in a turn of its own: what a transaction takes back is only its own. */
  aside<T>(work: () => T): Promise<T>
}

/** The store over rows in memory, with the transactions, keys and refusals of the one over PostgreSQL. */
export function createMemoryStore(memory: Memory): MemoryStore {
  const store: Inside = { memory, rows: syncRows(memory), turns: new Turns(), claimed: new Set() }
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
  return {
    ...rowsIn(store, transact),
    transaction: (work) => transact((transaction) => work(rowsIn(store, (run) => run(transaction)))),
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
