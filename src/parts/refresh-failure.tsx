import type { ActionError } from '../actions/failures.ts'
import { useSession } from '../queries/use-session.ts'
import { FailureNote } from './failure-note.tsx'

export interface RefreshFailureProps {
  readonly failure: ActionError | null
  /** The attempted action, such as "Renewing the list". */
  readonly doing: string
}

/**
 * Explains why the data shown could not be renewed. An expired session takes precedence, whether or not anything was
 * tried; a missing connection is left to the strip and to the age of the data.
 */
export function RefreshFailure({ failure, doing }: RefreshFailureProps) {
  const session = useSession()
  if (session.status === 'ready' && session.value?.expired === true)
    return <FailureNote failure={{ kind: 'signed_out' }} doing={doing} />
  if (failure === null || failure.kind === 'offline' || failure.kind === 'timeout') return null
  return <FailureNote failure={failure} doing={doing} />
}
