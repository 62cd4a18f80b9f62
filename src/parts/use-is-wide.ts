import { useSyncExternalStore } from 'react'

/** The same breakpoints as in the style sheets. */
const WIDE = '(min-width: 768px)'
const DESKTOP = '(min-width: 1024px)'

function useMedia(query: string): boolean {
  const subscribe = (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/**
 * Returns whether the window has room for two columns; false on a server. For differences in kind, not in size: sizes
 * belong in CSS.
 */
export const useIsWide = (): boolean => useMedia(WIDE)

/** Returns whether the window has room to spare beside two columns. */
export const useIsDesktop = (): boolean => useMedia(DESKTOP)
