import type { OutboxView } from '../../queries/query.ts'
import { unreachable } from '../../lib/assert.ts'

export type ActivityGroup = 'waiting' | 'refused' | 'done'

/** Where a command stands on the page. What was taken back needs nothing more, so it stands with what is done. */
export function groupOf({ state }: Pick<OutboxView, 'state'>): ActivityGroup {
  switch (state) {
    case 'queued':
    case 'sending':
      return 'waiting'
    case 'rejected':
    case 'expired':
    case 'quarantined':
      return 'refused'
    case 'done':
    case 'discarded':
      return 'done'
    default:
      return unreachable(state)
  }
}
