import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActionError } from '../actions/failures.ts'
import type { Result } from '../lib/result.ts'

/** One change at a time: asks the provider, closes when it agreed, keeps the dialog and its input when it did not. */
export function useChange(onDone: () => void) {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (ask: () => Promise<Result<unknown, ActionError>>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await ask()
    // At once: what was asked for and the closed dialog are one picture.
    flushSync(() => {
      setBusy(false)
      if (result.ok) onDone()
      else setFailure(result.error)
    })
  }
  return { failure, isBusy, run }
}
