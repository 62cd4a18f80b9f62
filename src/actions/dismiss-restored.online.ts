import { applyRestoredRead } from '../db/apply/restored.ts'
import { ok, type Result } from '../lib/result.ts'
import { providerRestored } from '../lib/provider-restored.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { forUser } from './ask.ts'

/** The driver has read that the provider went back to an earlier state. Needs no connection. */
export const dismissRestored = (phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyRestoredRead(phone.dbs, userId)
    providerRestored.set(null)
    return ok(null)
  })
