import type { QueueableCommand } from '../domain/commands.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { type Asker, enqueue } from '../outbox/enqueue.ts'
import { type Asked, follow } from '../outbox/enqueue/follow.ts'
import type { ActionError } from './action-error.ts'
import { asTapped } from './as-tapped.ts'
import { withStorage } from './with-storage.ts'

export type { Asked } from '../outbox/enqueue/follow.ts'

/** For the signed-in driver, also one whose session has ended: what they ask for waits for their next sign-in. */
export const forUser = <T>(
  asker: Asker,
  work: (userId: string) => Promise<Result<T, ActionError>>,
): Promise<Result<T, ActionError>> => withStorage(() => asTapped(asker.dbs, ({ user }) => work(user.user_id)))

/** A queue in this page's memory would be a promise that ends with the page. */
export const canWait = ({ connection }: Asker): boolean =>
  storageMode.get() === 'kept' || connection.get().state !== 'offline'

/** Needs no connection: what was asked for is kept, and sent as soon as the provider can be reached. */
export const ask = (asker: Asker, command: QueueableCommand): Promise<Result<Asked, ActionError>> =>
  forUser(asker, async (userId) => {
    if (!canWait(asker)) return err({ kind: 'not_kept' })
    const queued = await enqueue(asker, userId, command)
    return queued.ok ? ok(await follow(asker, userId, queued.value)) : err({ kind: queued.error })
  })
