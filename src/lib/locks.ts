import { err, ok, type Result } from './result.ts'
import { systemTimers, type Timers, timeoutSignal } from './timers.ts'

/** Longer than a request may take: a working holder is done by then, a frozen tab never is. */
export const LOCK_WAIT_MS = 20_000
/** For holders that send several requests in sequence: allows for a slow connection. */
export const LONG_LOCK_WAIT_MS = 60_000

/** The lock was not released in time. `withStorage` turns this into the outcome `busy_elsewhere`. */
export class LockTimeoutError extends Error {
  constructor(name: string, waitedMs: number) {
    super(`Somebody held ${name} for ${String(waitedMs)} ms`)
    this.name = 'LockTimeoutError'
  }
}

/** How long to wait for a lock, and what to do after that. */
export interface LockWait {
  /** In milliseconds; default `LOCK_WAIT_MS`. */
  readonly waitMs?: number
  /**
   * Behaviour on timeout. `reject`, the default: nothing is done and the user is informed. `take_over`: for work that
   * must eventually happen; the holder cannot be stopped, so both may run, which idempotency keys make safe.
   */
  readonly onTimeout?: 'reject' | 'take_over'
}

/**
 * Mutual exclusion between the tabs and the worker of one phone. It saves work; correctness relies on idempotency keys.
 */
export interface Locks {
  /** Waits for the lock for a limited time. Rejects with `LockTimeoutError`, unless told to take over. */
  run<T>(name: string, work: () => Promise<T>, wait?: LockWait): Promise<T>
  /** Runs only if the lock is free, without waiting. */
  runIfFree<T>(name: string, work: () => Promise<T>): Promise<Result<T, 'held'>>
  /** Whether the lock is held now; does not wait. */
  isHeld(name: string): Promise<boolean>
}

/** Resolves to true if `work` settles within `ms`. */
const settlesWithin = (timers: Timers, work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(false))
    void work.finally(() => {
      cancel()
      resolve(true)
    })
  })

/** Locks within one process: for tests, and for browsers without Web Locks, where two tabs may run at the same time. */
export function localLocks(timers: Timers = systemTimers): Locks {
  /** Per name, a promise that resolves (never rejects) when the last in the queue is done. */
  const tails = new Map<string, Promise<unknown>>()
  const run = <T>(name: string, work: () => Promise<T>, wait: LockWait = {}): Promise<T> => {
    const { waitMs = LOCK_WAIT_MS, onTimeout = 'reject' } = wait
    const before = tails.get(name)
    let hasLeft = false
    const turn = async (): Promise<T> => {
      if (before !== undefined && !(await settlesWithin(timers, before, waitMs)) && onTimeout === 'reject') {
        hasLeft = true
        throw new LockTimeoutError(name, waitMs)
      }
      return work()
    }
    const mine = Promise.resolve().then(turn)
    const tail = mine.then(
      () => undefined,
      () => (hasLeft ? before : undefined),
    )
    tails.set(name, tail)
    void tail.then(() => {
      if (tails.get(name) === tail) tails.delete(name)
    })
    return mine
  }
  return {
    run,
    runIfFree: async (name, work) => (tails.has(name) ? err('held') : ok(await run(name, work))),
    isHeld: (name) => Promise.resolve(tails.has(name)),
  }
}

type LockOptions = { signal: AbortSignal } | { ifAvailable: true } | { steal: true }

interface LockManagerLike {
  request<T>(name: string, options: LockOptions, work: (lock: unknown) => Promise<T>): Promise<T>
  query(): Promise<{ held?: { name?: string }[] }>
}

interface Claim<T> {
  readonly manager: LockManagerLike
  readonly name: string
  /** Receives null if the lock was requested with `ifAvailable` and is held. */
  readonly work: (lock: unknown) => Promise<T>
}

/**
 * Returns the result of `work` even if the lock is stolen meanwhile: the browser then rejects the request, but the work
 * continues.
 */
async function hold<T>({ manager, name, work }: Claim<T>, options: LockOptions): Promise<T> {
  const begun: Promise<T>[] = []
  const held = manager.request(name, options, (lock) => {
    const mine = work(lock)
    begun.push(mine)
    return mine
  })
  const [end] = await Promise.allSettled([held])
  const [mine] = begun
  if (mine !== undefined) return mine
  if (end.status === 'rejected') throw end.reason
  return end.value
}

async function holdInTime<T>(claim: Claim<T>, timers: Timers, wait: LockWait): Promise<T> {
  const { waitMs = LOCK_WAIT_MS, onTimeout = 'reject' } = wait
  const { signal, cancel } = timeoutSignal(timers, waitMs)
  const work = (lock: unknown): Promise<T> => {
    cancel()
    return claim.work(lock)
  }
  try {
    return await hold({ ...claim, work }, { signal })
  } catch (error) {
    // The timeout is cancelled once the lock is held, so an aborted signal means that it was never acquired.
    if (!signal.aborted) throw error
  }
  if (onTimeout === 'reject') throw new LockTimeoutError(claim.name, waitMs)
  return hold(claim, { steal: true })
}

export function webLocks(timers: Timers = systemTimers): Locks {
  const manager = (globalThis as { navigator?: { locks?: LockManagerLike } }).navigator?.locks
  if (manager === undefined) return localLocks(timers)
  return {
    run: (name, work, wait = {}) => holdInTime({ manager, name, work }, timers, wait),
    runIfFree<T>(name: string, work: () => Promise<T>) {
      const ifFree = async (lock: unknown): Promise<Result<T, 'held'>> =>
        lock === null ? err('held') : ok(await work())
      return hold({ manager, name, work: ifFree }, { ifAvailable: true })
    },
    isHeld: async (name) => ((await manager.query()).held ?? []).some((lock) => lock.name === name),
  }
}
