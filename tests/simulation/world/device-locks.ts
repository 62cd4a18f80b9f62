import type { Locks } from '../../../src/lib/locks.ts'
import { err, ok } from '../../../src/lib/result.ts'

interface Claim {
  readonly tab: object
  readonly grant: () => void
}

/** The browser's locks: shared by the tabs and the worker of one device, freed when their holder dies. */
export interface DeviceLocks {
  forTab(tab: object): Locks
  release(tab: object): void
}

export function createDeviceLocks(): DeviceLocks {
  /** The first of each holds it. */
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
  const hold = async <T>(tab: object, name: string, work: () => Promise<T>): Promise<T> => {
    if (dead.has(tab)) return new Promise<never>(() => undefined)
    const { promise, resolve: grant } = Promise.withResolvers<void>()
    const claim: Claim = { tab, grant }
    const queue = claims.get(name) ?? []
    claims.set(name, [...queue, claim])
    if (queue.length === 0) grant()
    await promise
    try {
      return await work()
    } finally {
      leave(name, claim)
    }
  }
  return {
    forTab: (tab) => ({
      run: (name, work) => hold(tab, name, work),
      runIfFree: async (name, work) => (claims.has(name) ? err('held') : ok(await hold(tab, name, work))),
      isHeld: (name) => Promise.resolve(claims.has(name)),
    }),
    release(tab) {
      dead.add(tab)
      for (const [name, queue] of [...claims]) for (const claim of queue) if (claim.tab === tab) leave(name, claim)
    },
  }
}
