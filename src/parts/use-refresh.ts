import { useEffect, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import { connection } from '../signals/connection.ts'
import type { Result } from '../lib/result.ts'

export interface Refresh<T> {
  /**
   * The last answer for this `about`; null when there is none yet, or after a failure. Data it stored is read a moment
   * later.
   */
  readonly value: T | null
  readonly failure: ActionError | null
  /** True until the first answer for this `about`. */
  readonly isRefreshing: boolean
  /** For the driver's "Try again". */
  readonly retry: () => void
}

/**
 * Refreshes a page's data: when it opens, when its subject changes, and when the provider is reachable again.
 * @param refresh an action itself, not a closure made while rendering: a new function is called again.
 */
export function useRefresh<About, T>(
  refresh: (about: About) => Promise<Result<T, ActionError>>,
  about: About,
): Refresh<T> {
  const [answer, setAnswer] = useState<{ readonly about: About; readonly result: Result<T, ActionError> } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let last = connection.get().state
    const ask = async () => {
      const result = await refresh(about)
      if (isCurrent) setAnswer({ about, result })
    }
    const stop = connection.subscribe(() => {
      const { state } = connection.get()
      const isBack = last === 'offline' && state !== 'offline'
      last = state
      if (isBack) void ask()
    })
    void ask()
    return () => {
      isCurrent = false
      stop()
    }
  }, [refresh, about])
  const retry = () => {
    setAnswer(null)
    // The page may have gone on to another subject, whose answer stays.
    void refresh(about).then((result) =>
      setAnswer((known) => (known === null || Object.is(known.about, about) ? { about, result } : known)),
    )
  }
  if (answer === null || !Object.is(answer.about, about))
    return { value: null, failure: null, isRefreshing: true, retry }
  const { result } = answer
  return result.ok
    ? { value: result.value, failure: null, isRefreshing: false, retry }
    : { value: null, failure: result.error, isRefreshing: false, retry }
}
