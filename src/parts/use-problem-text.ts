import { useLingui } from '@lingui/react/macro'
import type { ParkProblem } from '../domain/park-problem.ts'
import { unreachable } from '../lib/assert.ts'

/** Returns a formatter for problems at a car park, in the driver's words. */
export function useProblemText(): (problem: ParkProblem) => string {
  const { t } = useLingui()
  return (problem) => {
    switch (problem) {
      case 'price':
        return t`Price differs`
      case 'entry':
        return t`Can’t get in`
      case 'closed':
        return t`Closed`
      case 'facts':
        return t`Details are wrong`
      case 'full':
        return t`Car park is full`
      case 'place_taken':
        return t`Someone is in my space`
      case 'other':
        return t`Something else`
      default:
        return unreachable(problem)
    }
  }
}
