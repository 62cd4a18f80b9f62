import { LOCKS } from '../config/lock-names.ts'
import { observable } from '../lib/observable.ts'
import { systemTimers, timeoutSignal } from '../lib/timers.ts'

/** Where a reload would cost the driver something: a purchase, a form, a pass at the barrier. Known to the other tabs by a lock, which ends with its tab. */

/** Undefined in browsers without Web Locks: there a tab knows of itself only. */
const findLocks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** Whether this tab is one of them. */
export const busyHere = observable(false)

/** From now on no update takes over; returns the way to end that. */
export function blockUpdates(): () => void {
  busyHere.set(true)
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  // Refused only where the page is about to go.
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

/** Waits for drains under way, of any tab or the worker. False when one was not done in time. */
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
