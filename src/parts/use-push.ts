import { useEffect, useState } from 'react'
import { type PushError, renewPush, turnOffPush, turnOnPush } from '../actions/push.online.ts'
import { readPushDevice } from '../lib/push-device.ts'
import type { Result } from '../lib/result.ts'
import { findPushState, type PushState } from './find-push-state.ts'

export interface Push {
  /** Null when not known yet. */
  readonly state: PushState | null
  readonly quiet: boolean
  readonly failure: PushError | null
  readonly isBusy: boolean
  readonly turnOn: () => void
  readonly turnOff: () => void
  readonly setQuiet: (quiet: boolean) => void
}

/**
 * Notifications on this phone. `isChecked`: sends the current settings to the provider again, so that it has the right
 * language, zone and push address, which the push service may have changed. The permission may be changed elsewhere, so
 * it is read again on each return to the page.
 */
export function usePush({ isChecked }: { readonly isChecked: boolean }): Push {
  const [state, setState] = useState<PushState | null>(null)
  const [failure, setFailure] = useState<PushError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [quiet, setQuiet] = useState(() => readPushDevice()?.quiet === true)
  useEffect(() => {
    let isCurrent = true
    const read = () =>
      void findPushState().then((found) => {
        if (isCurrent) setState(found)
      })
    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      isCurrent = false
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  const isToTell = isChecked && state === 'on'
  useEffect(() => {
    // Without a signal nothing changes; the next visit sends it.
    if (isToTell) void renewPush({})
  }, [isToTell])
  const change = async (ask: () => Promise<Result<unknown, PushError>>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await ask()
    if (!result.ok) setFailure(result.error)
    setQuiet(readPushDevice()?.quiet === true)
    setState(await findPushState())
    setBusy(false)
  }
  return {
    state,
    quiet,
    failure,
    isBusy,
    turnOn: () => void change(() => turnOnPush({ quiet })),
    turnOff: () => void change(() => turnOffPush()),
    setQuiet: (next) => void change(() => renewPush({ quiet: next })),
  }
}
