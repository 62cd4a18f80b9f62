import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActionError } from '../actions/failures.ts'
import type { Result } from '../lib/result.ts'

/** Runs one request at a time: a tap while one is under way does nothing, and a failure stays until the next one. */
export function useSingleFlight<Value = unknown>(onDone: (value: Value) => void) {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  // A ref, not state: a second tap may come before the next render.
  const isUnderWay = useRef(false)
  const run = async (ask: () => Promise<Result<Value, ActionError>>): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFailure(null)
    const result = await ask()
    isUnderWay.current = false
    // Synchronously, so that the result and the closed dialog appear in one frame.
    flushSync(() => {
      setBusy(false)
      if (result.ok) onDone(result.value)
      else setFailure(result.error)
    })
  }
  return { failure, isBusy, run }
}
