import { ok, type Result } from '../lib/result.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import { hasten } from '../outbox/enqueue/change.ts'
import { follow } from '../outbox/enqueue/follow.ts'
import type { ActionError } from './action-error.ts'
import { type Asked, forUser } from './ask.ts'

/** Tries a command that waits now, whatever its backoff says. Null: it waits no more. */
export const sendNow = (rowId: string, asker: Asker = thisAsker): Promise<Result<Asked | null, ActionError>> =>
  forUser(asker, async (userId) => {
    const row = await hasten({ dbs: asker.dbs, userId, id: rowId, now: asker.clock.now() })
    return ok(row === undefined ? null : await follow(asker, userId, row))
  })
