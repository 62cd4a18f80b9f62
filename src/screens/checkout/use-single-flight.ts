import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { loadPark } from '../../actions/parks.online.ts'
import type { Park } from '../../contract/parks.ts'
import type { Result } from '../../lib/result.ts'

export interface AskOutcomes<Value> {
  readonly onDone: (value: Value) => void
  /** A lost answer turned out to be settled already, in another tab: a list shows how. */
  readonly onSettled: () => void
}

/** One request at a time; a second tap while one is under way does nothing. */
export function useAskOnce<Value>({ onDone, onSettled }: AskOutcomes<Value>) {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (ask: () => Promise<Result<Value | null, ActionError>>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    const result = await ask()
    setBusy(false)
    if (!result.ok) setFailure(result.error)
    else if (result.value === null) onSettled()
    else onDone(result.value)
  }
  return { failure, isBusy, run }
}

/** A refusal for the price means that ours is old: the new one is fetched before the driver looks again. */
export async function withPriceOfNow<Value>(
  park: Park,
  asked: Promise<Result<Value, ActionError>>,
): Promise<Result<Value, ActionError>> {
  const result = await asked
  if (!result.ok && result.error.kind === 'refused' && result.error.code === 'price_changed') await loadPark(park.slug)
  return result
}
