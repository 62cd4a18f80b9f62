import type { OutboxView } from '../../queries/query.ts'
import { STANDING } from '../../queries/use-outbox.ts'

export type ActivityGroup = 'waiting' | 'refused' | 'expired' | 'done'

/**
 * Returns the page group of a request. Removed requests need no action, so they are listed with the done ones. Expired
 * ones have a group of their own: the provider has not refused them, and one that is too old may have been done.
 */
export function groupOf({ state }: Pick<OutboxView, 'state'>): ActivityGroup {
  if (state === 'expired') return state
  const standing = STANDING[state]
  return standing === 'over' ? 'done' : standing
}
