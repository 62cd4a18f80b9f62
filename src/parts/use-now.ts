import { useSyncExternalStore } from 'react'
import { systemClock } from '../lib/clock.ts'
import { type Instant, toInstant } from '../domain/instant.ts'

const TICK_MS = 1000
const listeners = new Set<() => void>()
let nowMs = systemClock.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  nowMs = systemClock.now()
  for (const listener of listeners) listener()
}

/** One timer for the whole app, running only while there are listeners. */
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  if (listeners.size === 1) {
    tick()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Returns the current time, updated every `stepMs`: a second for a countdown, a minute for an age. */
export function useNow(stepMs = 60_000): Instant {
  const read = () => Math.floor(nowMs / stepMs) * stepMs
  return toInstant(useSyncExternalStore(subscribe, read, read))
}
