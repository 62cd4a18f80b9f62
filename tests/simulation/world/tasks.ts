/**
 * Queues what the in-process database and Dexie defer to the next turn of the event loop, so that the world decides
 * what runs between two steps of a transaction, independently of the machine.
 */
export interface Tasks {
  readonly size: number
  /**
   * Calls `turn` repeatedly until it returns 'over', each time after all microtasks that follow from the previous turn
   * have run. Awaits a returned promise.
   */
  eachTurn(turn: () => 'again' | 'over' | Promise<void>): Promise<void>
  runNext(): void
  /** Runs `work` with the machine's own timers, for things outside of the world such as a database server. */
  outside<T>(work: () => Promise<T>): Promise<T>
  /** Restores the process's own timers. */
  uninstall(): void
}

type Task = () => void

const real = {
  setImmediate: globalThis.setImmediate,
  setTimeout: globalThis.setTimeout,
  structuredClone: globalThis.structuredClone,
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/** Rows are plain objects: copying them by hand takes a fifth of the time, and a world copies ten thousand. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isPlain(value)) return real.structuredClone(value)
  const copy: Record<string, unknown> = {}
  for (const name in value) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy
}

type Deferred = (work: (...args: unknown[]) => void, ...args: unknown[]) => unknown

function setTurns(immediate: unknown, timeout: unknown): void {
  Object.assign(globalThis, { setImmediate: immediate, setTimeout: timeout })
}

/** Dexie and the database only defer without a delay, so one queue serves both. */
export function installTasks(): Tasks {
  const queue: Task[] = []
  let head = 0
  const immediate: Deferred = (work, ...args) => queue.push(() => work(...args))
  const timeout: Deferred = (work, _ms, ...args) => queue.push(() => work(...args))
  setTurns(immediate, timeout)
  Object.assign(globalThis, { structuredClone: copyOf })
  const { warn } = console
  // Dexie logs there how it recovers from the world's faults.
  console.warn = () => undefined
  return {
    get size() {
      return queue.length - head
    },
    eachTurn: (turn) =>
      new Promise((resolve, reject) => {
        // A tick requested by a microtask runs when none is left, and costs a tenth of a turn of the event loop. Node's
        // `queueMicrotask` would create an async-hooks resource each time.
        const soon = Promise.resolve()
        const plan = (): void => void soon.then(() => process.nextTick(next))
        const next = (): void => {
          try {
            const end = turn()
            if (end === 'over') resolve()
            else if (end === 'again') plan()
            else end.then(plan, reject)
          } catch (error) {
            reject(error)
          }
        }
        plan()
      }),
    runNext() {
      const task = queue[head]
      head += 1
      if (head > 512) head -= queue.splice(0, head).length
      task?.()
    },
    async outside(work) {
      setTurns(real.setImmediate, real.setTimeout)
      try {
        return await work()
      } finally {
        setTurns(immediate, timeout)
      }
    },
    uninstall() {
      Object.assign(globalThis, real)
      console.warn = warn
    },
  }
}
