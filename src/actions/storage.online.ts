import { applyFreeSpace } from '../db/apply/free-space.ts'
import { applyRestoredRead } from '../db/apply/restored.ts'
import { ok, type Result } from '../lib/result.ts'
import { providerRestored } from '../signals/provider-restored.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { forUser, withStorage } from './requests.ts'

/** Removes the data that the driver misses least. Needs no connection; all of it can be downloaded again. */
export const freeSpace = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await applyFreeSpace(phone.dbs, selectedCountry.get()?.code ?? null)
    return ok(null)
  })

/** Records that the driver has read that the provider went back to an earlier state. Needs no connection. */
export const dismissRestored = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyRestoredRead(phone.dbs, userId)
    providerRestored.set(null)
    return ok(null)
  })
