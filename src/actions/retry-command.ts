import type { QueueableCommand } from '../domain/commands.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import { replaceCommand } from '../outbox/enqueue/change.ts'
import { follow } from '../outbox/enqueue/follow.ts'
import type { ActionError } from './action-error.ts'
import { type Asked, forUser } from './ask.ts'
import { rebaseCommand } from './rebase-command.ts'

/** What is asked for once more, and how; `command` as it was or as the driver changed it. */
export interface RetryInput {
  readonly rowId: string
  readonly command: QueueableCommand
  /** True: on the provider's row as it is now, not as it was when this was first asked for. */
  readonly isRebased: boolean
}

/**
 * Asks again for what was refused, as a new command with a key of its own; or changes one that was never sent. A command
 * whose outcome is not known cannot be changed: `unknown_outcome_ahead`.
 */
export const retryCommand = (
  { rowId, command, isRebased }: RetryInput,
  asker: Asker = thisAsker,
): Promise<Result<Asked, ActionError>> =>
  forUser(asker, async (userId) => {
    const now = asker.clock.now()
    const wanted = isRebased ? await rebaseCommand(asker.dbs, command) : command
    const newId = uuid7(now, asker.random)
    const row = await replaceCommand({ dbs: asker.dbs, userId, id: rowId, now }, { command: wanted, newId })
    return row === undefined ? err({ kind: 'unknown_outcome_ahead' }) : ok(await follow(asker, userId, row))
  })
