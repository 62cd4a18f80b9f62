import { useEffect, useMemo, useState } from 'react'
import { type AskedStay, findNextSteps, lookForNextSteps, type NextSteps, type PriceAt } from '../domain/next-step.ts'
import { stepWhenIdle } from '../lib/when-idle.ts'

/** How long a step of the search waits for a page that never becomes idle; a search has ten of them. */
const WITHIN_MS = 50

export interface AskedSteps extends AskedStay {
  readonly priceAt: PriceAt
}

export interface FoundSteps extends AskedSteps {
  readonly steps: NextSteps
}

/**
 * Returns ends near the chosen one that cost no more or less: at once when a few prices suffice, otherwise searched in
 * idle time, because pricing a whole day takes a cheap phone a fifth of a second. Until then returns the result for the
 * previous stay; undefined at first.
 */
export function useNextSteps({ from, until, neverFalls, priceAt }: AskedSteps): FoundSteps | undefined {
  const [found, setFound] = useState<FoundSteps>()
  const atOnce = useMemo(
    () => (neverFalls === true ? findNextSteps(priceAt, { from, until, neverFalls }) : undefined),
    [from, until, neverFalls, priceAt],
  )
  useEffect(() => {
    if (atOnce !== undefined) return undefined
    const search = lookForNextSteps(priceAt, { from, until })
    return stepWhenIdle(search, WITHIN_MS, (steps) => setFound({ from, until, priceAt, steps }))
  }, [from, until, priceAt, atOnce])
  return atOnce === undefined ? found : { from, until, priceAt, steps: atOnce }
}
