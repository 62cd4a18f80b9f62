import { useSyncExternalStore } from 'react'

const LARGEST = 7
const QUIET_ZONE = 4

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Returns CSS pixels per module: the largest whole number, at most 7, at which code and quiet zone fit the width. */
export function useModuleSize(modules: number): number {
  const width = useSyncExternalStore(
    subscribe,
    () => window.innerWidth,
    () => (modules + 2 * QUIET_ZONE) * LARGEST,
  )
  return Math.max(1, Math.min(LARGEST, Math.floor(width / (modules + 2 * QUIET_ZONE))))
}
