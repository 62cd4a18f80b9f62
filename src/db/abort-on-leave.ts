import type { Dexie, Transaction } from 'dexie'

/** One transaction as the browser gives it; Dexie's own type names `abort` alone. */
interface OpenTransaction {
  abort(): void
  readonly addEventListener?: EventTarget['addEventListener']
}

/** Keeps a page that rests in the browser's back/forward cache from holding a transaction open. */
export interface PageLeaving {
  /** From now on the transactions of `db` end when the page is left for the cache. */
  watch<T extends Dexie>(db: T): T
  /** Ends what `db` has begun and nobody waits for any more: what was said to have failed must not be written after all. */
  abortAllOf(db: Dexie): void
  /** How often the page has been left for the cache. */
  leaves(): number
  /** Whether a transaction of now, or one begun when `leaves` gave `since`, was ended for this reason alone. */
  interrupts(since: number): boolean
  /** Resolves when the page is shown again; at once while it is. */
  untilBack(): Promise<void>
}

/** The commit has begun and cannot be taken back: its outcome arrives as ever. */
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
 *     +-------------------- pageshow: what was aborted is done anew +
 */
/**
 * A page that WebKit puts into the cache while it writes keeps its transaction and with it the database: the next page waits for as
 * long as the cache keeps this one. Dexie closes its connections then, which ends no transaction.
 *
 * @param page the window; anything else that has events in tests, and in a worker, which is never left
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
  // Ahead of Dexie's own listeners, which ask all live queries anew.
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
      // A database that is made: Dexie names the transaction of its first opening here alone.
      db.on('populate', ({ idbtrans }: Transaction) => keep(idbtrans, db))
      db.use({
        stack: 'dbcore',
        name: 'abort-on-leave',
        create: (core) => ({
          ...core,
          transaction(...wanted) {
            // After `pagehide` a page may run on for a moment before it is frozen.
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
