import { err, ok, type Result } from './result.ts'
import { systemTimers, type Timers, timeoutSignal } from './timers.ts'

/** Longer than one request may take: a holder that works is done by then, a frozen tab never is. */
export const LOCK_WAIT_MS = 20_000
/** For holders that send one request after the other: what a bad line may take of them. */
export const LONG_LOCK_WAIT_MS = 60_000

/** Nobody gave the lock back in time. `withStorage` makes it the outcome `busy_elsewhere`. */
export class LockTimeoutError extends Error {
  constructor(name: string, waitedMs: number) {
    super(`Somebody held ${name} for ${String(waitedMs)} ms`)
    this.name = 'LockTimeoutError'
  }
}

/** How long a lock is waited for, milliseconds, and what then. */
export interface LockWait {
  /** By default `LOCK_WAIT_MS`. */
  readonly waitMs?: number
  /**
   * What follows when nobody gave it back. `reject`, the default: nothing was done, and somebody is told. `take_over`: for work that has
   * to happen in the end; the holder is past stopping, so both may work, which the idempotency keys make safe.
   */
  readonly onTimeout?: 'reject' | 'take_over'
}

/** Mutual exclusion between the tabs and the worker of one phone. For economy: safety is the idempotency key. */
export interface Locks {
  /** Waits for its turn, but not for ever. Rejects with `LockTimeoutError`, unless it is to take over. */
  run<T>(name: string, work: () => Promise<T>, wait?: LockWait): Promise<T>
  /** Works only where nobody else holds it; nothing is waited for. */
  runIfFree<T>(name: string, work: () => Promise<T>): Promise<Result<T, 'held'>>
  /** True where somebody holds it now; nothing is waited for. */
  isHeld(name: string): Promise<boolean>
}

/** True when `work` settled within `ms`. */
const settlesWithin = (timers: Timers, work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(false))
    void work.finally(() => {
      cancel()
      resolve(true)
    })
  })

/** Within one process: for tests, and for browsers without Web Locks, where two tabs may then both work. */
export function localLocks(timers: Timers = systemTimers): Locks {
  /** Settle, never reject, when the last that asked has had its turn. */
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
  /** Given null where the lock was asked for if available, and is not. */
  readonly work: (lock: unknown) => Promise<T>
}

/** What `work` gives, also where somebody takes the lock over while it is at it: the browser rejects then, and the work goes on. */
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
    // Called off once it is held: an aborted signal means that it never was.
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
