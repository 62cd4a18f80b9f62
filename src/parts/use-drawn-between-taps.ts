import { useDeferredValue, useMemo } from 'react'
import { LOADING, type Query } from '../queries/query.ts'

/**
 * Returns the result with a slight delay: slow renders are split into slices of a few milliseconds, between which taps
 * are handled. Never returns the result of another question.
 */
export function useDrawnBetweenTaps<T>(asked: string, found: Query<T>): Query<T> {
  const newest = useMemo(() => ({ asked, found }), [asked, found])
  const drawn = useDeferredValue(newest)
  return found.status === 'ready' && drawn.asked === asked ? drawn.found : LOADING
}
