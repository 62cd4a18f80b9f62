import { useEffect, useState } from 'react'
import type { Instant } from '../domain/instant.ts'
import { lookForNextSteps, type NextSteps, type PriceAt } from '../domain/next-step.ts'
import { whenIdle } from '../lib/when-idle.ts'

/** Longest that a look waits for a page that is never at rest; a search has ten of them. */
const WITHIN_MS = 50

export interface AskedSteps {
  readonly from: Instant
  readonly until: Instant
  readonly priceAt: PriceAt
}

export interface FoundSteps extends AskedSteps {
  readonly steps: NextSteps
}

/**
 * What is beside the price of a stay, looked for while the page is at rest: pricing a whole day takes a cheap phone a quarter of a second.
 * Until then what was found for the stay before; undefined at first.
 */
export function useNextSteps({ from, until, priceAt }: AskedSteps): FoundSteps | undefined {
  const [found, setFound] = useState<FoundSteps>()
  useEffect(() => {
    const search = lookForNextSteps(priceAt, { from, until })
    let stop = (): void => undefined
    const look = (): void => {
      const step = search.next()
      if (step.done === true) setFound({ from, until, priceAt, steps: step.value })
      else stop = whenIdle(look, WITHIN_MS)
    }
    stop = whenIdle(look, WITHIN_MS)
    return () => stop()
  }, [from, until, priceAt])
  return found
}
