import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActionError } from '../../actions/action-error.ts'
import { type Synced, syncAttendant } from '../../actions/sync-attendant.online.ts'

/** While the screen is open: as often as an idle app may wake the network. */
const EVERY_MS = 60_000

export interface AttendantSync {
  readonly isBusy: boolean
  readonly failure: ActionError | null
  readonly listRefused: Synced['listRefused']
  /** Sends and renews now; a call while one is under way is followed by one more. */
  readonly sync: () => void
}

export function useAttendantSync(): AttendantSync {
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
    const wake = () => {
      if (document.visibilityState === 'visible') sync()
    }
    wake()
    const timer = setInterval(wake, EVERY_MS)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [sync])

  return { isBusy, failure, listRefused, sync }
}
