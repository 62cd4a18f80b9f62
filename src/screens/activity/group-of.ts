import type { OutboxView } from '../../queries/query.ts'
import { STANDING } from '../../queries/use-outbox.ts'

export type ActivityGroup = 'waiting' | 'refused' | 'done'

/** Where a request stands on the page. What was removed needs nothing more, so it stands with what is done. */
export function groupOf({ state }: Pick<OutboxView, 'state'>): ActivityGroup {
  const standing = STANDING[state]
  return standing === 'over' ? 'done' : standing
}
