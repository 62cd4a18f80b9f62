import { useEffect, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import { connection } from '../signals/connection.ts'
import type { Result } from '../lib/result.ts'

export interface Refresh {
  readonly failure: ActionError | null
  /** Until the first answer about this `about`. */
  readonly isRefreshing: boolean
  /** The driver's own "Try again". */
  readonly retry: () => void
}

/**
 * Renews what a page shows: when it opens, when it is about something else, and when the provider is back after it was out of reach.
 * @param refresh an action itself, not a closure made while rendering: a new one is asked anew.
 */
export function useRefresh<About>(
  refresh: (about: About) => Promise<Result<unknown, ActionError>>,
  about: About,
): Refresh {
  const [answer, setAnswer] = useState<{ readonly about: About; readonly failure: ActionError | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let last = connection.get().state
    const ask = async () => {
      const result = await refresh(about)
      if (isCurrent) setAnswer({ about, failure: result.ok ? null : result.error })
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
    void refresh(about).then((result) => setAnswer({ about, failure: result.ok ? null : result.error }))
  }
  return answer !== null && Object.is(answer.about, about)
    ? { failure: answer.failure, isRefreshing: false, retry }
    : { failure: null, isRefreshing: true, retry }
}
