import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import type { Result } from '../../lib/result.ts'

export type Report = (doing: Promise<Result<unknown, ActionError>>) => void

/** Cart changes are shown at once; a failure to save one is reported here. */
export function useReport(): { readonly failure: ActionError | null; readonly report: Report } {
  const [failure, setFailure] = useState<ActionError | null>(null)
  const report: Report = (doing) => {
    void doing.then((result) => setFailure(result.ok ? null : result.error))
  }
  return { failure, report }
}
