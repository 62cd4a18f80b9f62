import { useDeferredValue, useMemo } from 'react'
import { LOADING, type Query } from '../queries/query.ts'

/**
 * What was found, a moment later: what takes long to draw is drawn a few milliseconds at a time, and a tap comes in between. Never what was
 * found for another question.
 */
export function useDrawnBetweenTaps<T>(asked: string, found: Query<T>): Query<T> {
  const newest = useMemo(() => ({ asked, found }), [asked, found])
  const drawn = useDeferredValue(newest)
  return found.status === 'ready' && drawn.asked === asked ? drawn.found : LOADING
}
