import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while a page is rendered at build, and while React takes such a page over: what belongs to one phone and one moment (its clock,
 * its zone, what it has stored) is not known then, and both must draw the same.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
