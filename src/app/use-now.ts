import { useSyncExternalStore } from 'react'

const TICK_MS = 5000

const everyTick = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}

const nowInTicks = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS

/** Epoch milliseconds, live to 5 s, for what counts down; null on a server, which has no "now" of the driver. */
export const useNow = (): number | null => useSyncExternalStore(everyTick, nowInTicks, () => null)
