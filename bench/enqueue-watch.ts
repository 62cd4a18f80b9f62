interface EnqueueWatch {
  /** Starts recording the next outbox commit and the first appearance of a match. */
  watch(selector: string): void
  /** Milliseconds between the two, available once the paint is done. */
  seen(): Promise<number>
  /** The same path without the app: a commit, one read, one changed text, its paint. */
  floor(): Promise<number>
}

/** Not in TypeScript's library: https://wicg.github.io/scheduling-apis/ */
declare const scheduler: {
  postTask(task: () => void, options: { readonly priority: 'user-blocking' }): Promise<void>
}

declare global {
  interface Window {
    benchEnqueue?: EnqueueWatch
  }
}

type Transact = typeof IDBDatabase.prototype.transaction

/** Runs in the page before its own scripts, serialised by itself: everything it uses must be inside it. */
export function measureEnqueue(): void {
  // A frame callback runs before the paint, a task it queues runs after; user-blocking, as other tasks may already be
  // queued.
  const untilPainted = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        void scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' })
      })
    })

  let onCommit: (() => void) | undefined
  const transaction: Transact = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function noting(this: IDBDatabase, ...asked: Parameters<Transact>) {
    const started = transaction.apply(this, asked)
    if (started.mode === 'readwrite' && started.objectStoreNames.contains('outbox'))
      started.addEventListener('complete', () => onCommit?.())
    return started
  }

  let seen: Promise<number> | undefined
  const watch = (selector: string): void => {
    const committed = new Promise<number>((resolve) => {
      onCommit = () => {
        onCommit = undefined
        resolve(performance.now())
      }
    })
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        // Behind a dialog the driver sees no change.
        if (document.querySelector(selector) === null || document.querySelector('dialog[open]') !== null) return
        observer.disconnect()
        resolve(untilPainted())
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    seen = Promise.all([committed, shown]).then(([from, to]) => to - from)
  }

  const openFloor = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open('bench-floor')
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'))
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('The floor has no database')))
    })

  const floor = async (): Promise<number> => {
    const db = await openFloor()
    const text = document.body.appendChild(document.createElement('p'))
    const painted = new Promise<number>((resolve) => {
      const write = transaction.call(db, 'rows', 'readwrite', { durability: 'strict' })
      write.objectStore('rows').put(performance.now(), 'row')
      write.addEventListener('complete', () => {
        const committedAt = performance.now()
        const read = transaction.call(db, 'rows', 'readonly').objectStore('rows').get('row')
        read.addEventListener('success', () => {
          text.textContent = String(read.result)
          resolve(untilPainted().then((at) => at - committedAt))
        })
      })
    })
    const ms = await painted
    text.remove()
    db.close()
    return ms
  }

  window.benchEnqueue = { watch, seen: () => seen ?? Promise.reject(new Error('Nothing is watched')), floor }
}
