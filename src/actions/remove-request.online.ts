import { ok, type Result } from '../lib/result.ts'
import { discardRow } from '../outbox/enqueue/change.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { giveUp } from '../sync/requests/give-up.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'
import { attemptAsUser } from './attempt.online.ts'

/**
 * Removes a request. One that was never sent goes at once, also with no signal; one that was only once the provider has promised that it
 * will not happen. `was_done`: it had gone through after all.
 */
export const removeRequest = (
  id: string,
  phone: Phone = thisPhone,
): Promise<Result<'discarded' | 'was_done', ActionError>> =>
  forUser(phone, async (userId) => {
    const became = await discardRow({ dbs: phone.dbs, userId, id, now: phone.clock.now() })
    if (became === 'done') return ok('was_done')
    if (became === 'discarded') return ok('discarded')
    return attemptAsUser(phone, () => giveUp(phone, userId, id))
  })
