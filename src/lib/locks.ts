import { err, ok, type Result } from './result.ts'

/** Mutual exclusion between the tabs and the worker of one phone. For economy: safety is the idempotency key. */
export interface Locks {
  /** Waits for its turn. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Works only where nobody else holds it; nothing is waited for. */
  runIfFree<T>(name: string, work: () => Promise<T>): Promise<Result<T, 'held'>>
  /** True where somebody holds it now; nothing is waited for. */
  isHeld(name: string): Promise<boolean>
}

/** Within one process: for tests, and for browsers without Web Locks, where two tabs may then both work. */
export function localLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>()
  const run = <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = tails.get(name) ?? Promise.resolve()
    const mine = before.then(work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    tails.set(name, settled)
    void settled.then(() => {
      if (tails.get(name) === settled) tails.delete(name)
    })
    return mine
  }
  return {
    run,
    runIfFree: async (name, work) => (tails.has(name) ? err('held') : ok(await run(name, work))),
    isHeld: (name) => Promise.resolve(tails.has(name)),
  }
}

interface LockManagerLike {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
  request<T>(name: string, options: { ifAvailable: true }, work: (lock: unknown) => Promise<T>): Promise<T>
  query(): Promise<{ held?: { name?: string }[] }>
}

export function webLocks(): Locks {
  const manager = (globalThis as { navigator?: { locks?: LockManagerLike } }).navigator?.locks
  if (manager === undefined) return localLocks()
  return {
    run: (name, work) => manager.request(name, work),
    runIfFree: <T>(name: string, work: () => Promise<T>) =>
      manager.request<Result<T, 'held'>>(name, { ifAvailable: true }, async (lock) =>
        lock === null ? err('held') : ok(await work()),
      ),
    isHeld: async (name) => ((await manager.query()).held ?? []).some((lock) => lock.name === name),
  }
}
