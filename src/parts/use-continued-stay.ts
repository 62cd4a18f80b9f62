import { useState } from 'react'
import { type ActionError, findNewPrice } from '../actions/failures.ts'
import type { Park } from '../contract/parks.ts'
import {
  type PreviousStay,
  previousStayFromWire,
  usePreviousStay,
  type WantedStay,
} from '../queries/use-previous-stay.ts'

/**
 * Returns what the chosen stay continues: according to the provider if it refused the price of this very stay,
 * otherwise according to the driver's bookings on this phone.
 */
export function useContinuedStay(
  park: Park | null,
  wanted: WantedStay | null,
  failure: ActionError | null,
): PreviousStay | undefined {
  const known = usePreviousStay(park, wanted)
  const [heard, setHeard] = useState<ActionError | null>(null)
  const [told, setTold] = useState<{ readonly key: string; readonly value: PreviousStay } | null>(null)
  const key = wanted === null ? '' : `${wanted.from.toString()} ${wanted.until.toString()} ${wanted.plate}`
  if (failure !== null && failure !== heard) {
    setHeard(failure)
    const previous = findNewPrice(failure)?.previous_stay
    if (previous !== undefined) setTold({ key, value: previousStayFromWire(previous) })
  }
  return told?.key === key ? told.value : known
}
