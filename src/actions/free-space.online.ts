import { applyFreeSpace } from '../db/apply/free-space.ts'
import { ok, type Result } from '../lib/result.ts'
import { selectedCountry } from '../lib/selected-country.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { withStorage } from './with-storage.ts'

/** Gives up what the driver misses least. Needs no connection; everything given up comes back with one. */
export const freeSpace = (phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await applyFreeSpace(phone.dbs, selectedCountry.get()?.code ?? null)
    return ok(null)
  })
