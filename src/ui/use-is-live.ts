import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns false while a page is rendered at build and while React hydrates it. Anything specific to one phone and
 * moment (clock, time zone, stored data) is unknown then, and both renders must match.
 */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
