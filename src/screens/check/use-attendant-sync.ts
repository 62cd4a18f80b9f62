import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { type Synced, syncAttendant } from '../../actions/attendant.online.ts'
import { systemClock } from '../../lib/clock.ts'
import { connection } from '../../signals/connection.ts'
import type { CheckInRow } from '../../queries/use-gate.ts'

/** While the screen is open: as often as an idle app may wake the network. */
const EVERY_MS = 60_000

export interface AttendantSync {
  readonly isBusy: boolean
  readonly failure: ActionError | null
  readonly listRefused: Synced['listRefused']
  /** Sends and renews now; a call while one is under way is followed by one more. */
  readonly sync: () => void
}

/** When the first of what could not be sent may be tried again; null where nothing has been tried. */
function findRetry(log: readonly CheckInRow[]): number | null {
  const tried = log.filter(({ state, attempts }) => state === 'waiting' && attempts > 0)
  return tried.length === 0 ? null : Math.min(...tried.map(({ nextAt }) => nextAt))
}

const wakeIfVisible = (sync: () => void) => () => {
  if (document.visibilityState === 'visible') sync()
}

/** Somebody else's question found the provider again: what this one's own, a moment earlier, did not reach. */
function onReachedAgain(listener: () => void): () => void {
  let before = connection.get().state
  return connection.subscribe(() => {
    const { state } = connection.get()
    const isBack = before === 'offline' && state !== 'offline'
    before = state
    if (isBack) listener()
  })
}

/** `log`: what this phone has recorded, where it is tried again as soon as it may go. */
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
