import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { type Synced, syncAttendant } from '../../actions/attendant.online.ts'
import { systemClock } from '../../lib/clock.ts'
import { connection } from '../../signals/connection.ts'
import type { CheckInRow } from '../../queries/use-gate.ts'

/** Interval while the screen is open: the most often an idle app may use the network. */
const EVERY_MS = 60_000

export interface AttendantSync {
  readonly isBusy: boolean
  readonly failure: ActionError | null
  readonly listRefused: Synced['listRefused']
  /** Sends records and refreshes the list now; a call during a sync queues one more. */
  readonly sync: () => void
}

/** Returns the earliest retry time of the unsent records; null when none has been tried. */
function findRetry(log: readonly CheckInRow[]): number | null {
  const tried = log.filter(({ state, attempts }) => state === 'waiting' && attempts > 0)
  return tried.length === 0 ? null : Math.min(...tried.map(({ nextAt }) => nextAt))
}

const wakeIfVisible = (sync: () => void) => () => {
  if (document.visibilityState === 'visible') sync()
}

/** Calls the listener when any other request finds the provider reachable again, so that a failed sync is repeated. */
function onReachedAgain(listener: () => void): () => void {
  let before = connection.get().state
  return connection.subscribe(() => {
    const { state } = connection.get()
    const isBack = before === 'offline' && state !== 'offline'
    before = state
    if (isBack) listener()
  })
}

/** `log`: the records of this phone; unsent ones are retried as soon as they are due. */
export function useAttendantSync(log: readonly CheckInRow[] = []): AttendantSync {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [listRefused, setListRefused] = useState<Synced['listRefused']>(null)
  const turn = useRef({ isRunning: false, isWanted: false })

  const sync = useCallback(() => {
    const run = async () => {
      const state = turn.current
      state.isWanted = true
      if (state.isRunning) return
      state.isRunning = true
      setBusy(true)
      while (state.isWanted) {
        state.isWanted = false
        const result = await syncAttendant()
        setFailure(result.ok ? null : result.error)
        if (result.ok) setListRefused(result.value.listRefused)
      }
      state.isRunning = false
      setBusy(false)
    }
    void run()
  }, [])

  useEffect(() => {
    const wake = wakeIfVisible(sync)
    wake()
    const timer = setInterval(wake, EVERY_MS)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    const stopListening = onReachedAgain(wake)
    return () => {
      stopListening()
      clearInterval(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [sync])

  const retryAt = findRetry(log)
  useEffect(() => {
    if (retryAt === null) return undefined
    const timer = setTimeout(wakeIfVisible(sync), Math.max(0, retryAt - systemClock.now()))
    return () => clearTimeout(timer)
  }, [retryAt, sync])

  return { isBusy, failure, listRefused, sync }
}
