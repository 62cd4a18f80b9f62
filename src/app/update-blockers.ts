import { LOCKS } from '../config/lock-names.ts'
import { observable } from '../lib/observable.ts'
import { systemTimers, timeoutSignal } from '../lib/timers.ts'

/**
 * Places where a reload would cost the driver something: a purchase, a form, a pass at the barrier. Other tabs see a
 * busy tab by its lock, which is released when the tab closes.
 */

/** Returns undefined in browsers without Web Locks: there a tab knows only about itself. */
const findLocks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** Whether a reload of this tab would cost the driver something. */
export const busyHere = observable(false)

/** Blocks updates until the returned function is called. */
export function blockUpdates(): () => void {
  busyHere.set(true)
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  // Rejected only when the page is about to unload.
  findLocks()
    ?.request(LOCKS.busy, { mode: 'shared' }, () => ended)
    .catch(() => undefined)
  return () => {
    busyHere.set(false)
    end()
  }
}

async function heldNames(): Promise<readonly string[]> {
  const { held = [] } = (await findLocks()?.query()) ?? {}
  return held.flatMap(({ name }) => (name === undefined ? [] : [name]))
}

export const isAnyTabBusy = async (): Promise<boolean> => busyHere.get() || (await heldNames()).includes(LOCKS.busy)

/** Waits for running drains in any tab or the worker. Returns false when one did not finish in time. */
export async function untilDrained(withinMs: number): Promise<boolean> {
  const locks = findLocks()
  if (locks === undefined) return true
  const names = (await heldNames()).filter((name) => name.startsWith(LOCKS.drain))
  const { signal, cancel } = timeoutSignal(systemTimers, withinMs)
  const waits = names.map((name) => locks.request(name, { signal }, () => undefined))
  const ends = await Promise.allSettled(waits)
  cancel()
  return ends.every(({ status }) => status === 'fulfilled')
}
