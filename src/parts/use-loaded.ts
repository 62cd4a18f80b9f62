import { useEffect, useState } from 'react'
import type { ActionError } from '../actions/failures.ts'
import { err, type Result } from '../lib/result.ts'
import { useConnection } from '../queries/use-connection.ts'

export interface Loaded<T> {
  /** The last answer, also while the next one is pending. */
  readonly value: T | null
  readonly failure: ActionError | null
  readonly reload: () => void
}

const OFFLINE: ActionError = { kind: 'offline' }

/**
 * Loads data from the provider that the phone does not store: when the page opens, when the connection is back, and on
 * demand.
 * @param load an action itself, not a closure made while rendering.
 */
export function useLoaded<About, T>(load: (about: About) => Promise<Result<T, ActionError>>, about: About): Loaded<T> {
  const isOffline = useConnection().state === 'offline'
  const [told, setTold] = useState<Told<About, T> | null>(null)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const result = isOffline ? err(OFFLINE) : await load(about)
      if (isCurrent) setTold((known) => renew(known, about, result))
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [load, about, isOffline])
  const ask = async () => {
    const result = await load(about)
    // The page may have gone on to another subject, whose answer stays.
    setTold((known) => (known === null || Object.is(known.about, about) ? renew(known, about, result) : known))
  }
  const reload = () => void ask()
  return told === null || !Object.is(told.about, about) ? { value: null, failure: null, reload } : { ...told, reload }
}

interface Told<About, T> {
  readonly about: About
  readonly value: T | null
  readonly failure: ActionError | null
}

function renew<About, T>(known: Told<About, T> | null, about: About, result: Result<T, ActionError>): Told<About, T> {
  if (result.ok) return { about, value: result.value, failure: null }
  return { about, value: known !== null && Object.is(known.about, about) ? known.value : null, failure: result.error }
}
