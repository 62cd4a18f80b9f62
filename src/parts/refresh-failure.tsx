import type { ActionError } from '../actions/failures.ts'
import { useSession } from '../queries/use-session.ts'
import { FailureNote } from './failure-note.tsx'

export interface RefreshFailureProps {
  readonly failure: ActionError | null
  /** What was tried, "Renewing the list". */
  readonly doing: string
}

/**
 * Why what is shown could not be renewed. A session that ended is said first, whether or not anything was tried; no connection is left
 * to the strip and to the age of what is shown.
 */
export function RefreshFailure({ failure, doing }: RefreshFailureProps) {
  const session = useSession()
  if (session.status === 'ready' && session.value?.expired === true)
    return <FailureNote failure={{ kind: 'signed_out' }} doing={doing} />
  if (failure === null || failure.kind === 'offline' || failure.kind === 'timeout') return null
  return <FailureNote failure={failure} doing={doing} />
}
