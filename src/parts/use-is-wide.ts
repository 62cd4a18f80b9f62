import { useSyncExternalStore } from 'react'

/** From here on two columns fit; the same width as in the style sheets. */
const QUERY = '(min-width: 768px)'

const subscribe = (listener: () => void) => {
  const media = matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether the window has room for two columns; false on a server. For what differs in kind, not in size: sizes belong to CSS. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
