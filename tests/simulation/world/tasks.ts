/**
 * What the in-process database and Dexie put off to the next turn of the event loop waits here instead, so that the world
 * decides what runs between two steps of a transaction, and nothing depends on the machine.
 */
export interface Tasks {
  readonly size: number
  /** Everything that follows from what has run by now, as far as it needs no turn of its own. */
  drainMicrotasks(): Promise<void>
  runNext(): void
  /** With the machine's own timers: for what is not of this world, such as a database server. */
  outside<T>(work: () => Promise<T>): Promise<T>
  /** Gives the process its own timers back. */
  uninstall(): void
}

type Task = () => void

const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
}

type Deferred = (work: (...args: unknown[]) => void, ...args: unknown[]) => unknown

function use(immediate: unknown, timeout: unknown): void {
  Object.assign(globalThis, { setImmediate: immediate, setTimeout: timeout })
}

/** Dexie's and the database's own put-offs are of no length: one queue for both. */
export function installTasks(): Tasks {
  const queue: Task[] = []
  let head = 0
  const immediate: Deferred = (work, ...args) => queue.push(() => work(...args))
  const timeout: Deferred = (work, _ms, ...args) => queue.push(() => work(...args))
  use(immediate, timeout)
  return {
    get size() {
      return queue.length - head
    },
    drainMicrotasks: () => new Promise((resolve) => real.setImmediate(resolve)),
    runNext() {
      const task = queue[head]
      head += 1
      if (head > 512) head -= queue.splice(0, head).length
      task?.()
    },
    async outside(work) {
      use(real.setImmediate, real.setTimeout)
      try {
        return await work()
      } finally {
        use(immediate, timeout)
      }
    },
    uninstall: () => use(real.setImmediate, real.setTimeout),
  }
}
