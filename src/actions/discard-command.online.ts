import { ok, type Result } from '../lib/result.ts'
import { discardRow } from '../outbox/enqueue/change.ts'
import { askAndDiscard } from '../sync/outbox/ask-and-discard.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'
import { attemptAsUser } from './attempt.online.ts'

/**
 * Takes a command back. One that was never sent goes at once, also with no signal; for one that was, the provider is asked
 * first. `was_done`: it had gone through after all.
 */
export const discardCommand = (
  rowId: string,
  phone: Phone = thisPhone,
): Promise<Result<'discarded' | 'was_done', ActionError>> =>
  forUser(phone, async (userId) => {
    const became = await discardRow({ dbs: phone.dbs, userId, id: rowId, now: phone.clock.now() })
    if (became === 'done') return ok('was_done')
    if (became === 'discarded') return ok('discarded')
    return attemptAsUser(phone, (sender) => askAndDiscard(phone, sender, rowId))
  })
