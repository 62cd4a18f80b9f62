import type { Dexie, Transaction } from 'dexie'

/** A transaction as the browser provides it; Dexie's own type declares only `abort`. */
interface OpenTransaction {
  abort(): void
  readonly addEventListener?: EventTarget['addEventListener']
}

/** Keeps a page in the browser's back/forward cache from holding a transaction open. */
export interface PageLeaving {
  /** Aborts the open transactions of `db` whenever the page enters the cache. */
  watch<T extends Dexie>(db: T): T
  /** Aborts what `db` has begun and no caller awaits: work reported as failed must not be written after all. */
  abortAllOf(db: Dexie): void
  /** Counts how often the page has entered the cache. */
  leaves(): number
  /**
   * Returns whether entering the cache alone ended the current transaction, or one begun when `leaves` returned
   * `since`.
   */
  interrupts(since: number): boolean
  /** Resolves when the page is shown again; at once while it is shown. */
  untilBack(): Promise<void>
}

/** The commit has begun and cannot be undone: its outcome arrives as usual. */
function abort(transaction: OpenTransaction): void {
  try {
    transaction.abort()
  } catch (error) {
    if (!(error instanceof Error || error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
  }
}

/*
 *           pagehide, persisted: open transactions are aborted
 *   shown -----------------------------------------------------> away (begins none)
 *     ^                                                            |
 *     +-------------------- pageshow: aborted work is repeated ----+
 */
/**
 * A page that WebKit caches in the middle of a write keeps its transaction, and with it the database: the next page is
 * blocked for as long as the cache holds this one. Dexie closes its connections at that point, which ends no
 * transaction.
 *
 * @param page the window; any other event target in tests and in a worker, which never enters the cache
 */
export function abortOnLeave(page: Partial<EventTarget>): PageLeaving {
  const open = new Map<OpenTransaction, Dexie>()
  const waiting = new Set<() => void>()
  let isAway = false
  let leaves = 0
  const leave = (event: Event): void => {
    if (!('persisted' in event) || event.persisted !== true) return
    isAway = true
    leaves += 1
    for (const transaction of open.keys()) abort(transaction)
  }
  const comeBack = (): void => {
    isAway = false
    for (const resume of waiting) resume()
    waiting.clear()
  }
  // Registered before Dexie's own listeners, which re-run all live queries.
  page.addEventListener?.('pagehide', leave, { capture: true })
  page.addEventListener?.('pageshow', comeBack, { capture: true })
  const keep = (transaction: OpenTransaction, db: Dexie): void => {
    open.set(transaction, db)
    const forget = (): void => void open.delete(transaction)
    transaction.addEventListener?.('complete', forget, { once: true })
    transaction.addEventListener?.('abort', forget, { once: true })
  }
  return {
    watch(db) {
      // A database being created: this is the only place where Dexie exposes the transaction of its first opening.
      db.on('populate', ({ idbtrans }: Transaction) => keep(idbtrans, db))
      db.use({
        stack: 'dbcore',
        name: 'abort-on-leave',
        create: (core) => ({
          ...core,
          transaction(...wanted) {
            // A page may run on for a moment after `pagehide` before it is frozen.
            if (isAway) throw new DOMException('The page is in the back/forward cache', 'AbortError')
            const transaction = core.transaction(...wanted)
            keep(transaction, db)
            return transaction
          },
        }),
      })
      return db
    },
    abortAllOf(db) {
      for (const [transaction, owner] of open) if (owner === db) abort(transaction)
    },
    leaves: () => leaves,
    interrupts: (since) => isAway || leaves !== since,
    untilBack: () => (isAway ? new Promise((resolve) => void waiting.add(resolve)) : Promise.resolve()),
  }
}
