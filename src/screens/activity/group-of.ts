import type { OutboxView } from '../../queries/query.ts'
import { STANDING } from '../../queries/use-outbox.ts'

export type ActivityGroup = 'waiting' | 'refused' | 'done'

/** Returns the page group of a request. Removed requests need no action, so they are listed with the done ones. */
export function groupOf({ state }: Pick<OutboxView, 'state'>): ActivityGroup {
  const standing = STANDING[state]
  return standing === 'over' ? 'done' : standing
}
