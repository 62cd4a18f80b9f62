import { LOCK_WAIT_MS, LockTimeoutError, type LockWait, type Locks } from '../../../src/lib/locks.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { Timers } from '../../../src/lib/timers.ts'

interface Claim {
  readonly tab: object
  readonly grant: () => void
}

interface Holding<T> {
  readonly name: string
  readonly work: () => Promise<T>
  readonly timers: Timers
  readonly wait?: LockWait | undefined
}

/** The browser's locks: shared by the tabs and the worker of one device, released when their holder dies. */
export interface DeviceLocks {
  /** @param timers those of the tab, which pause while it is frozen */
  forTab(tab: object, timers: Timers): Locks
  release(tab: object): void
  isHolding(tab: object): boolean
}

export function createDeviceLocks(): DeviceLocks {
  /** Claims by lock name; the first of each holds the lock. */
  const claims = new Map<string, Claim[]>()
  const dead = new WeakSet<object>()
  const leave = (name: string, claim: Claim): void => {
    const queue = claims.get(name) ?? []
    const wasHeld = queue[0] === claim
    const left = queue.filter((other) => other !== claim)
    if (left.length === 0) claims.delete(name)
    else claims.set(name, left)
    if (wasHeld) left[0]?.grant()
  }
  const takeOver = (name: string, claim: Claim): void => {
    const [, ...waiting] = claims.get(name) ?? []
    claims.set(name, [claim, ...waiting.filter((other) => other !== claim)])
    claim.grant()
  }
  const hold = async <T>(tab: object, { name, work, timers, wait = {} }: Holding<T>): Promise<T> => {
    if (dead.has(tab)) return new Promise<never>(() => undefined)
    const { waitMs = LOCK_WAIT_MS, onTimeout = 'reject' } = wait
    const { promise, resolve: grant, reject } = Promise.withResolvers<void>()
    const claim: Claim = { tab, grant }
    const queue = claims.get(name) ?? []
    claims.set(name, [...queue, claim])
    if (queue.length === 0) grant()
    const cancel = timers.after(waitMs, () => {
      if (onTimeout === 'take_over') return takeOver(name, claim)
      leave(name, claim)
      return reject(new LockTimeoutError(name, waitMs))
    })
    await promise.finally(cancel)
    try {
      return await work()
    } finally {
      leave(name, claim)
    }
  }
  return {
    forTab: (tab, timers) => ({
      run: (name, work, wait) => hold(tab, { name, work, timers, wait }),
      runIfFree: async (name, work) => (claims.has(name) ? err('held') : ok(await hold(tab, { name, work, timers }))),
      isHeld: (name) => Promise.resolve(claims.has(name)),
    }),
    isHolding: (tab) => [...claims.values()].some(([holder]) => holder?.tab === tab),
    release(tab) {
      dead.add(tab)
      for (const [name, queue] of [...claims]) for (const claim of queue) if (claim.tab === tab) leave(name, claim)
    },
  }
}
