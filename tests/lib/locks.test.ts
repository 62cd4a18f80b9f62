import { expect, test, vi } from 'vitest'
import { localLocks, LockTimeoutError, type Locks, webLocks } from '../../src/lib/locks.ts'

/** Node implements the browser's Web Locks. */
const KINDS: readonly (readonly [string, () => Locks])[] = [
  ['Web Locks', webLocks],
  ['locks of one process', localLocks],
]

let names = 0
const newName = (): string => `lock-${String((names += 1))}`

/** Simulates a tab that falls asleep holding the lock; returns how to wake it and its eventual result. */
function fallAsleep(locks: Locks, name: string) {
  const { promise: asleep, resolve: wake } = Promise.withResolvers<void>()
  const ended = locks.run(name, () => asleep.then(() => 'its own answer'))
  return { wake, ended }
}

const done = (): Promise<string> => Promise.resolve('done')

test.each(KINDS)('%s: who waits longer than the limit is told so, and did nothing', async (_, create) => {
  const [locks, name] = [create(), newName()]
  const sleeper = fallAsleep(locks, name)
  const work = vi.fn(done)
  await expect(locks.run(name, work, { waitMs: 20 })).rejects.toBeInstanceOf(LockTimeoutError)
  expect(work).not.toHaveBeenCalled()
  // The next in line cannot pass a holder that still has the lock.
  await expect(locks.run(name, work, { waitMs: 20 })).rejects.toBeInstanceOf(LockTimeoutError)
  expect(await locks.isHeld(name)).toBe(true)
  sleeper.wake()
  expect(await locks.run(name, work, { waitMs: 1_000 })).toBe('done')
  expect(await sleeper.ended).toBe('its own answer')
  expect(await locks.isHeld(name)).toBe(false)
})

test.each(KINDS)('%s: the limit is one of waiting, not of working', async (_, create) => {
  const [locks, name] = [create(), newName()]
  const slow = (): Promise<string> => new Promise((resolve) => void setTimeout(resolve, 60, 'done'))
  expect(await locks.run(name, slow, { waitMs: 20 })).toBe('done')
})

test.each(KINDS)(
  '%s: work that must happen takes the lock over, and the sleeper still gets its own answer',
  async (_, create) => {
    const [locks, name] = [create(), newName()]
    const sleeper = fallAsleep(locks, name)
    const { promise: underWay, resolve: end } = Promise.withResolvers<void>()
    const taken = locks.run(name, () => underWay.then(() => 'done'), { waitMs: 20, onTimeout: 'take_over' })
    await new Promise((resolve) => void setTimeout(resolve, 40))
    sleeper.wake()
    expect(await sleeper.ended).toBe('its own answer')
    // The lock has passed to the second holder, so a third waits only for that one.
    expect(await locks.runIfFree(name, done)).toEqual({ ok: false, error: 'held' })
    end()
    expect(await taken).toBe('done')
    expect(await locks.run(name, done, { waitMs: 20 })).toBe('done')
  },
)

test.each(KINDS)('%s: work that fails frees the lock and fails as it did', async (_, create) => {
  const [locks, name] = [create(), newName()]
  const fail = (): Promise<never> => Promise.reject(new Error('its own failure'))
  await expect(locks.run(name, fail)).rejects.toThrow('its own failure')
  await expect(locks.run(name, fail, { waitMs: 20, onTimeout: 'take_over' })).rejects.toThrow('its own failure')
  expect(await locks.run(name, done)).toBe('done')
})
